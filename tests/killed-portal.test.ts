import { expect, test } from 'vitest';
import { torturePortal } from './torture/portal/killed-portal.ts';

test('loses and doubles nothing that was acknowledged while a web process and PostgreSQL are killed', async () => {
  const { problems, acknowledged, looks, mails } = await torturePortal({
    size: { offices: 3, calls: 210, alertOffices: 3 },
    named: 0,
    kills: 2,
    kinds: ['web 1', 'postmaster'],
    seed: 7,
    compareEvery: Infinity,
    // so that people work while each process is away
    waited: 1,
    longest: Infinity,
    longestPause: 500,
    resumesJobs: true,
  });
  expect(problems).toEqual([]);
  // the kills cut requests off
  expect(acknowledged.repeated.get('no answer')).toBeGreaterThan(0);
  expect(acknowledged.repeated.get('503')).toBeGreaterThan(0);
  expect(Math.min(looks, mails, acknowledged.calls.size, acknowledged.comments.size)).toBeGreaterThan(0);
}, 300_000);
