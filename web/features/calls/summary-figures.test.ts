import type { Summary } from '@mailcall/contract/scoreboard.ts';
import { describe, expect, test } from 'vitest';
import { summaryFigures } from './summary-figures.ts';

const summary: Summary = {
  all_calls_count: 12_345,
  all_appointment_set_by_staff_count: 450,
  opportunity_calls_by_staff_count: 600,
  opportunity_calls_count: 6_000,
  appointment_calls_count: 1_700,
  calls_with_Appointments_count: 1_500,
  missed_calls_count: 2_000,
  non_opportunity_calls_count: 4_300,
  non_opportunity_with_audio_count: 4_000,
  followup_opportunity_calls_count: 31,
  missed_and_followup_count: 40,
  unscored_calls_count: 45,
  meta: { version: 1, asOf: '2026-01-01T00:00:00.000Z' },
};

const nothing: Summary = {
  ...(Object.fromEntries(Object.keys(summary).map((name) => [name, 0])) as unknown as Summary),
  meta: summary.meta,
};

test.each([
  ['All Calls', '12,345', '45 not scored yet', null, 'all calls'],
  ['Opportunity Calls', '6,000', '49% of all calls', null, 'opportunity'],
  ['Appointments', '1,700', 'on all calls, 1,500 Appt Calls', null, 'appointments'],
  ['Conversion Rate', '75%', '450 booked of 600 on answered calls', null, 'appointment'],
  ['Missed Calls', '2,000', '25% of new-business calls missed', '25%', 'missed call'],
  ['Follow-up Opportunities', '31', 'Always last 30 days', null, 'follow-up'],
])('%s: figure, what it is made of, and the list it opens', (title, figure, madeOf, badge, outcome) => {
  const card = summaryFigures.find((one) => one.title === title);
  expect(card?.figure(summary)).toBe(figure);
  expect(card?.madeOf(summary)).toBe(madeOf);
  expect(card?.badge(summary)).toBe(badge);
  expect(card?.opens).toEqual({ outcome });
});

const imported: Summary = {
  ...nothing,
  all_calls_count: 285,
  unscored_calls_count: 204,
  missed_calls_count: 80,
  opportunity_calls_count: 1,
  opportunity_calls_by_staff_count: 1,
  all_appointment_set_by_staff_count: 1,
};

test.each([
  ['all', '285', '204 not scored yet'],
  ['opportunity', '1', '204 of 285 calls are not scored yet'],
  ['conversion', '-', '204 of 285 calls are not scored yet'],
  ['missed', '80', '204 of 285 calls are not scored yet'],
])('%s has no rate while more than half of the calls are not scored', (key, figure, madeOf) => {
  const card = summaryFigures.find((one) => one.key === key);
  expect(card?.figure(imported)).toBe(figure);
  expect(card?.madeOf(imported)).toBe(madeOf);
  expect(card?.badge(imported)).toBeNull();
});

test.each([
  ['opportunity', '1', '0% of all calls', null],
  ['conversion', '100%', '1 booked of 1 on answered calls', null],
  ['missed', '80', '99% of new-business calls missed', '99%'],
])('exactly half of the calls are enough for the rate of %s', (key, figure, madeOf, badge) => {
  const half = { ...imported, all_calls_count: 408 };
  const card = summaryFigures.find((one) => one.key === key);
  expect(card?.figure(half)).toBe(figure);
  expect(card?.madeOf(half)).toBe(madeOf);
  expect(card?.badge(half)).toBe(badge);
});

test('there are six cards, in their order', () => {
  expect(summaryFigures.map(({ title }) => title)).toEqual([
    'All Calls',
    'Opportunity Calls',
    'Appointments',
    'Conversion Rate',
    'Missed Calls',
    'Follow-up Opportunities',
  ]);
});

test('shows no conversion above 100 with several appointments per call', () => {
  const conversion = summaryFigures.find(({ key }) => key === 'conversion');
  expect(conversion?.figure({ ...summary, all_appointment_set_by_staff_count: 900 })).toBe('100%');
});

test.each([['appointments', 'on all calls, 1 Appt Call']])(
  '%s of one is said in the singular',
  (key, words) => {
    const one = {
      ...summary,
      calls_with_Appointments_count: 1,
      all_appointment_set_by_staff_count: 1,
      opportunity_calls_by_staff_count: 1,
    };
    expect(summaryFigures.find((card) => card.key === key)?.madeOf(one)).toBe(words);
  },
);

describe('without calls', () => {
  test.each(summaryFigures)('$title is nothing, not nonsense', (card) => {
    expect(card.figure(nothing)).toMatch(/^0%?$/);
    expect(`${card.madeOf(nothing)} ${card.badge(nothing)}`).not.toMatch(/NaN|Infinity|undefined/);
  });
});

test.each([
  ['opportunity', 'answered calls scored as valid appointment opportunities'],
  ['appointments', 'includes multiple per call'],
  ['appointments', 'Appt Calls counts unique calls with one or more appointments'],
  ['followUp', 'follow-up opportunities are from the last 30 days'],
])('the tooltip of %s says that %s', (key, words) => {
  expect(summaryFigures.find((card) => card.key === key)?.about.toLowerCase()).toContain(words.toLowerCase());
});

test.each([
  ['all', [12_345, 6_000, 2_000, 4_300, 45]],
  ['opportunity', [6_000, 12_345]],
  ['appointments', [1_700, 1_500]],
  ['conversion', [450, 600]],
  ['missed', [2_000, 6_000]],
  ['followUp', [31, 40]],
])('%s says what it is made of', (key, values) => {
  const counted = summaryFigures.find((card) => card.key === key)?.counted(summary) ?? [];
  expect(counted.map(({ value }) => value)).toEqual(values);
  expect(new Set(counted.map(({ name }) => name)).size).toBe(values.length);
});
