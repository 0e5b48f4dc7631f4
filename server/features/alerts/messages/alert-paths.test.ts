import { expect, test } from 'vitest';
import { callListPath, callPath, campaignsPath, mailingPath, scoreboardPath } from './alert-paths.ts';

const days = { startDate: '2026-03-01', endDate: '2026-03-07' };

test('names the account and the days in paths', () => {
  expect(callPath('a/b')).toBe('/scoreboard/a%2Fb');
  expect(mailingPath('c 1')).toBe('/campaigns/c%201');
  expect(scoreboardPath('A,1', days)).toBe('/scoreboard?accounts=A%252C1&from=2026-03-01&to=2026-03-07');
  expect(callListPath('A', days, 'missed call')).toBe(
    '/scoreboard?accounts=A&from=2026-03-01&to=2026-03-07&tab=all-calls&outcome=missed+call',
  );
  expect(campaignsPath('A')).toBe('/campaigns?accounts=A');
});
