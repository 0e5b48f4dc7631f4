import type { LeaderboardRow } from '@mailcall/contract/leaderboard.ts';
import { expect, test } from 'vitest';
import {
  fewOpportunities,
  figureTexts,
  leaderText,
  rowKey,
  findRow,
  shortStaffName,
  staffRates,
} from './leaderboard-rows.ts';

const row = (patch: Partial<LeaderboardRow>): LeaderboardRow => ({
  callHandlerId: 'h1',
  id: 'h1',
  name: 'Ann',
  accountId: 'a1',
  accountName: 'Smile Dental',
  staffType: 'Front Desk',
  rank: 1,
  tied: false,
  callMadeCount: 1200,
  opportunityCallCount: 10,
  appointmentsMadeCount: 8,
  appointmentsCallCount: 7,
  conversionRate: 80,
  askedforAppointmentRate: 50,
  askedForAppointmentCount: 2,
  validAskedForAppointment: 4,
  askedForSourceRate: 100,
  askedForSourceCount: 5,
  validAskedForSource: 5,
  goodImpressionRate: 0,
  goodImpressionCount: 0,
  validGoodImpression: 0,
  askedforAdditionalAppointmentRate: 20,
  askedforAdditionalAppointmentCount: 2,
  validAskedForAdditionalAppointment: 10,
  ...patch,
});

test.each([
  ['Maria Hernandez-Lopez Gar', 'Maria Hernandez-Lopez Gar'],
  ['Maria Hernandez-Lopez Garcia', 'Maria Hernandez-Lopez Gar…'],
])('shortens %j to %j', (name, shortened) => {
  expect(shortStaffName(name)).toBe(shortened);
});

test('formats counts with separators and caps the conversion rate at 100%', () => {
  const formatted = row({ conversionRate: 140 });
  expect(figureTexts.calls(formatted)).toBe('1,200');
  expect(figureTexts.conversionRate(formatted)).toBe('100%');
  expect(figureTexts.conversionRate(row({ opportunityCallCount: 0, conversionRate: 0 }))).toBe('-');
});

test('grades the staff panel by its own bands, with A when nothing was counted', () => {
  const graded = staffRates(row({})).map(
    ({ name, rate, denominator, grade }) => `${name} ${rate} of ${denominator} ${grade}`,
  );
  expect(graded).toEqual([
    'Conversion Rate 80 of 10 B',
    'Asked For Appointment 50 of 4 C',
    'Asked For Source 100 of 5 A',
    'Good First Impression 0 of 0 A',
    'Asked For Additional Appointments 20 of 10 D',
  ]);
});

test('names the leader among staff with enough opportunities', () => {
  const lucky = row({ callHandlerId: 'lucky', name: 'Lucky', conversionRate: 100, opportunityCallCount: 1 });
  const steady = row({
    name: 'Steady',
    conversionRate: 80,
    opportunityCallCount: 50,
    appointmentsMadeCount: 40,
  });
  expect(leaderText(steady, [steady], 1)).toBe('Steady leads with 80% (40 of 50)');
  expect(leaderText(lucky, [steady], 1)).toBe(
    'Steady leads with 80% (40 of 50) among those with 20 opportunities or more',
  );
  expect(leaderText(lucky, [], 0)).toBe('Too few calls to compare: no one has 20 opportunities');
  expect(leaderText(undefined, [], 0)).toBeNull();
});

test('names equal leaders as equals, and the numbers of a leader whose rate others seem to have', () => {
  const [ann, ben, cal] = ['Ann', 'Ben', 'Cal'].map((name) =>
    row({
      name,
      callHandlerId: name,
      conversionRate: 100,
      opportunityCallCount: 20,
      appointmentsMadeCount: 20,
    }),
  ) as [LeaderboardRow, LeaderboardRow, LeaderboardRow];
  expect(leaderText(ann, [ann, ben], 2)).toBe('Ann and Ben are tied for the lead with 100%');
  expect(leaderText(ann, [ann, ben, cal], 3)).toBe('Ann, Ben and Cal are tied for the lead with 100%');
  expect(leaderText(ann, [ann, ben, cal], 7)).toBe('Ann, Ben and 5 others are tied for the lead with 100%');
  expect(leaderText({ ...ben, callHandlerId: 'lucky' }, [ann, ben], 2)).toBe(
    'Ann and Ben are tied for the lead with 100% among those with 20 opportunities or more',
  );
  expect(leaderText(ann, [{ ...ann, conversionRate: 140, appointmentsMadeCount: 28 }], 1)).toBe(
    'Ann leads with 100% (28 for 20)',
  );
});

test.each([
  [3, 3, 'too few calls'],
  [7, 7, '7 of 7'],
  [19, 21, '21 for 19'],
  [20, 5, undefined],
])(
  'says of %i opportunities with %i appointments: %s',
  (opportunityCallCount, appointmentsMadeCount, text) => {
    expect(fewOpportunities(row({ opportunityCallCount, appointmentsMadeCount }))).toBe(text);
  },
);

test('finds the row of each office of a staff member', () => {
  const here = row({ accountId: 'a1' });
  const there = row({ accountId: 'a2' });
  for (const chosen of [here, there]) expect(findRow([here, there], rowKey(chosen))).toBe(chosen);
  expect(findRow([here, there], 'h1')).toBe(here);
  expect(findRow([here, there], 'gone')).toBeNull();
  expect(findRow([here, there], undefined)).toBeNull();
});
