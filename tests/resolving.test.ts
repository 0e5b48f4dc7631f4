import fc from 'fast-check';
import { createAppointment, resolveCall } from '@mailcall/contract/resolve.ts';
import { instantInZone } from '@mailcall/contract/time/office-time.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedFolders } from '../server/features/ingest/feed-for-tests.ts';
import { DataClient } from './figures/data-client.ts';
import type { Feed, Selection } from './figures/feed-rows.ts';
import { historyRuns as numRuns, importRows, longTimeout } from './figures/histories.ts';
import { type HistorySeed, historyOf, historySeeds } from './figures/random-feed.ts';
import { requestRoute } from './support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from './support/test-app.ts';

const here = testApp({}, { answers: {} });
const folders = new FeedFolders();
let base = '';
beforeAll(async () => {
  base = await here.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => folders.remove());

let runs = 0;

async function played(seed: HistorySeed) {
  runs += 1;
  const { first } = historyOf(seed, `r${runs}-`);
  await importRows(here, folders, {
    ...first,
    staff: first.accounts.map(({ id }) => ({
      id: `back-${id}`,
      account_id: id,
      name: `Desk of ${id}`,
      staff_type: '',
      deleted: false,
    })),
    areas: [],
    zones: [],
  });
  const id = `person-${runs}`;
  await addPerson(here.database, { id, accounts: first.accounts.map((account) => account.id) });
  const token = await signInAs(here, `${id}@people.test`);
  return { feed: first, token, client: new DataClient(base, token) };
}

type Figures = Record<string, number>;

async function figuresOf(client: DataClient, selection: Selection): Promise<Figures> {
  const { meta: _, ...counts } = await client.summary(selection);
  const figures: Figures = { ...counts };
  for (const [key, route] of Object.entries(breakdowns)) {
    const { records } = await client.breakdown(route.path, selection);
    for (const { name, id, value } of records) figures[`${key} ${id ?? name}`] = value;
  }
  const { callsPerHour } = await client.hours(selection);
  for (const { hour, opportunity, missed } of callsPerHour) {
    figures[`opportunity at ${hour}`] = opportunity;
    figures[`missed at ${hour}`] = missed;
  }
  for (const outcome of ['opportunity', 'appointment', 'missed call', 'follow-up', 'all calls']) {
    figures[`list of ${outcome}`] = (await client.calls(selection, { outcome })).meta.total_count;
  }
  figures['list of appointments'] = (await client.appointments(selection)).meta.total_count;
  return figures;
}

const changes = (before: Figures, after: Figures): Figures =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name): [string, number] => [name, (after[name] ?? 0) - (before[name] ?? 0)])
      .filter(([, by]) => by !== 0),
  );

function byAppointments(count: number, call: { count: number; answeredBy: string | null }): Figures {
  if (count === 0) return {};
  const firstOnes = call.count === 0 ? 1 : 0;
  return {
    appointment_calls_count: count,
    'list of appointments': count,
    ...(firstOnes ? { calls_with_Appointments_count: 1, 'list of appointment': 1 } : {}),
    ...(call.answeredBy === 'Staff' ? { all_appointment_set_by_staff_count: count } : {}),
  };
}

const everything = (feed: Feed): Selection => ({
  accountIds: feed.accounts.map(({ id }) => id),
  startDate: '2018-01-01',
  endDate: '2026-12-31',
  campaignType: 'all',
});

/** An appointment on a call at 10 am in its office's time zone, a time that the form offers. */
function appointmentOn({ accountId }: { accountId: string }, feed: Feed) {
  const zone = feed.accounts.find(({ id }) => id === accountId)?.time_zone;
  const dateTime = instantInZone('2026-03-20', 10 * 60, zone || 'America/New_York').toISOString();
  return { firstName: 'Ann', lastName: 'Lee', dateTime };
}

test(
  'resolving a counted follow-up lowers follow-up by one and changes nothing else but the appointments made with it',
  longTimeout,
  async () => {
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(
        historySeeds(new Date(testNow)),
        fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }),
        async (seed, appointmentCounts) => {
          const { feed, token, client } = await played(seed);
          const selection = everything(feed);
          for (const count of appointmentCounts) {
            const { records } = await client.calls(selection, { outcome: ['follow-up'] });
            const call = records[count % Math.max(1, records.length)];
            if (!call) return;
            const before = await figuresOf(client, selection);
            const body = {
              callbackHandler: `back-${call.accountId}`,
              callbackOutcomeResult: 'No Answer Left Voicemail',
              callbackOutcomeOpportunityResult: 'Spam',
              callbackOutcomeSummary: 'Left a message.',
              appointments: Array.from({ length: count }, () => appointmentOn(call, feed)),
            };
            const answer = await requestRoute(here, token, resolveCall, {
              params: { id: call.callId },
              body,
            });
            expect([answer.code, answer.message]).toEqual([200, undefined]);
            resolved += 1;
            expect(changes(before, await figuresOf(client, selection))).toEqual({
              followup_opportunity_calls_count: -1,
              missed_and_followup_count: -1,
              'list of follow-up': -1,
              ...byAppointments(count, call),
            });
          }
        },
      ),
      { numRuns, endOnFailure: true },
    );
    expect(resolved).toBeGreaterThan(0);
  },
);

test(
  'an appointment added outside resolving changes the appointments and nothing else',
  longTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(historySeeds(new Date(testNow)), fc.nat(99), async (seed, place) => {
        const { feed, token, client } = await played(seed);
        const selection = everything(feed);
        const { records } = await client.calls(selection, { outcome: ['all calls'] });
        const call = records[place % Math.max(1, records.length)];
        if (!call) return;
        const before = await figuresOf(client, selection);
        const body = { ...appointmentOn(call, feed), call: call.callId };
        expect((await requestRoute(here, token, createAppointment, { body })).code).toBe(200);
        expect(changes(before, await figuresOf(client, selection))).toEqual(byAppointments(1, call));
      }),
      { numRuns, endOnFailure: true },
    );
  },
);
