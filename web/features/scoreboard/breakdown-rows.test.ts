import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullListLink, inquiriesNote, rowsOf, totalOf, unscoredCalls } from './breakdown-rows.ts';
import { breakdownCards, cardOf } from './breakdown-table.ts';

const patients = wordingOf({ clientLabel: 'Patient', businessLabel: 'Practice', industry: 'Dental' });
const clients = wordingOf({ clientLabel: 'Client', businessLabel: 'Business', industry: 'Plumbing' });
const records = (...values: number[]) =>
  values.map((value, index) => ({ name: `Value ${index}`, value, id: `item-${index}` }));

test('computes percents of the rows’ total, rounded half up', () => {
  const rows = rowsOf(breakdownCards.callerGender, { records: records(5, 2, 1) }, patients);
  // 62.5, 25 and 12.5 percent
  expect(rows.map(({ percent }) => percent)).toEqual([63, 25, 13]);
});

test('keeps each percent within half a point of its share, and the order, for any counts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 }), (values) => {
      const breakdown = { records: records(...values) };
      const total = totalOf(breakdown);
      const rows = rowsOf(breakdownCards.callerGender, breakdown, patients);
      expect(rows.map(({ record }) => record.value)).toEqual(values);
      for (const { record, percent } of rows) {
        const share = total === 0 ? 0 : (record.value / total) * 100;
        expect(Math.abs(percent - share)).toBeLessThanOrEqual(0.5 + 1e-9);
      }
    }),
  );
});

test.each([
  ['callerGender', { calls: 285, unscored: 204 }, '204 of 285 calls are not scored yet'],
  ['callerGender', { calls: 10, unscored: 6 }, '6 of 10 calls are not scored yet'],
  ['callerGender', { calls: 10, unscored: 5 }, null],
  ['callerGender', { calls: 0, unscored: 0 }, null],
  // it counts scored calls alone
  ['campaignSource', { calls: 285, unscored: 204 }, null],
  ['callerGender', undefined, null],
] as const)('instead of the percentages of %s of %j it says %j', (key, calls, note) => {
  expect(unscoredCalls(breakdownCards[key], calls)).toBe(note);
});

test('formats counts with thousands separators', () => {
  expect(rowsOf(breakdownCards.callerGender, { records: records(1_234_567) }, patients)[0]?.count).toBe(
    '1,234,567',
  );
});

test('shows label texts in the wording but filters by the original, and keeps given names', () => {
  const record = { name: 'New Patient Opportunity', value: 1, id: null };
  expect(rowsOf(breakdownCards.patientType, { records: [record] }, clients)[0]).toMatchObject({
    name: 'New Client Opportunity',
    filters: { patientType: 'New Patient Opportunity' },
  });
  expect(
    rowsOf(breakdownCards.campaignSource, { records: [{ ...record, name: 'My Patient Mail' }] }, clients)[0]
      ?.name,
  ).toBe('My Patient Mail');
});

test('distinguishes rows with the same name', () => {
  const twins = [
    { name: 'Whitening', value: 2, id: 'item-1' },
    { name: 'Whitening', value: 1, id: 'item-2' },
  ];
  const keys = rowsOf(breakdownCards.offer, { records: twins }, patients).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

test.each([
  [1, 'All Offers (1)'],
  [5, 'All Offers (5)'],
  [6, 'See full list'],
  [1234, 'See full list'],
])('labels the link to %i rows %j', (rows, text) => {
  expect(fullListLink(cardOf('offer', patients, false), rows)).toBe(text);
});

test('explains that inquiries come from fewer calls', () => {
  expect(inquiriesNote(breakdownCards.offer, { records: records(3, 2), callsCount: 4 })).toBe(
    '5 inquiries on 4 calls: a call can have several.',
  );
  expect(inquiriesNote(breakdownCards.offer, { records: records(2), callsCount: 1 })).toBe(
    '2 inquiries on 1 call: a call can have several.',
  );
  expect(inquiriesNote(breakdownCards.offer, { records: records(3, 2), callsCount: 5 })).toBeNull();
  expect(inquiriesNote(breakdownCards.callerGender, { records: records(3, 2), callsCount: 4 })).toBeNull();
});
