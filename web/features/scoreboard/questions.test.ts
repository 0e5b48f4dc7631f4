import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { expect, test } from 'vitest';
import { breakdownAnswer, breakdownKeys, missedHoursAnswer, questions } from './questions.ts';

test('each specified card belongs to exactly one question', () => {
  expect(questions.flatMap(({ cards }) => cards).toSorted()).toEqual([...breakdownKeys, 'byHour'].toSorted());
});

test('asks the six questions in order', () => {
  expect(questions.map(({ title }) => title)).toEqual([
    'What do they ask for?',
    'Why didn’t they book?',
    'When do we miss them?',
    'Where do they come from?',
    'Who calls?',
    'How do they pay?',
  ]);
});

const patients = wordingOf({ clientLabel: 'Patient', businessLabel: 'Practice', industry: 'Dental' });
const clients = wordingOf({ clientLabel: 'Client', businessLabel: 'Business', industry: 'Plumbing' });
const records = (counts: Record<string, number>) => ({
  records: Object.entries(counts).map(([name, value]) => ({ name, value, id: name })),
});
const calls = { unit: 'call', rowsWithWording: false } as const;
const inquiries = { unit: 'inquiry', rowsWithWording: false } as const;

test.each([
  ['nothing', calls, {}, null, 'Nothing yet'],
  ['nothing, and not scored', calls, {}, '6 of 9 calls are not scored yet', 'Nothing yet'],
  ['one call', calls, { Cash: 1 }, null, 'Too few to say: 1 call'],
  ['too few', calls, { Cash: 19 }, null, 'Too few to say: 19 calls'],
  ['too few inquiries', inquiries, { Crown: 5, Implant: 1 }, null, 'Too few to say: 6 inquiries'],
  ['just enough', calls, { Cash: 15, Card: 5 }, null, 'Most often Cash: 75% of 20 calls'],
  ['many', inquiries, { Crown: 700, Implant: 534 }, null, 'Most often Crown: 57% of 1,234 inquiries'],
  ['two ties', calls, { Cash: 10, Card: 10 }, null, 'Most often Cash and Card: 50% of 20 calls each'],
  [
    'four ties',
    calls,
    { Cash: 10, Card: 10, Check: 10, Plan: 10 },
    null,
    'Most often Cash, Card and 2 others: 25% of 40 calls each',
  ],
  [
    'not scored',
    calls,
    { Cash: 30 },
    '60 of 90 calls are not scored yet',
    '60 of 90 calls are not scored yet',
  ],
] as const)('answers from %s', (_, card, counts, unscored, answer) => {
  expect(breakdownAnswer(card, records(counts), patients, unscored)).toBe(answer);
});

test('answers in the wording of the account', () => {
  const card = { unit: 'call', rowsWithWording: true } as const;
  expect(breakdownAnswer(card, records({ 'New Patient Opportunity': 20 }), clients, null)).toBe(
    'Most often New Client Opportunity: 100% of 20 calls',
  );
});

const hours = (missed: Record<number, number>, other = { opportunity: 0, unscored: 0 }) => ({
  callsPerHour: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    missed: missed[hour] ?? 0,
    opportunity: other.opportunity,
    unscored: other.unscored,
    calls: (missed[hour] ?? 0) + other.opportunity + other.unscored,
  })),
});

test.each([
  ['no calls', hours({}), 'Nothing yet'],
  ['answered calls alone', hours({}, { opportunity: 3, unscored: 0 }), 'None missed'],
  ['few missed calls', hours({ 9: 4 }), 'Too few to say: 4 missed calls'],
  ['missed calls', hours({ 9: 5, 12: 20 }), 'Most often at 12 PM: 80% of 25 missed calls'],
  ['ties', hours({ 9: 20, 12: 20 }), 'Most often at 9 AM and 12 PM: 50% of 40 missed calls each'],
  ['unscored calls', hours({ 9: 24 }, { opportunity: 0, unscored: 2 }), '48 of 72 calls are not scored yet'],
])('says when calls are missed: %s', (_, answer, text) => {
  expect(missedHoursAnswer(answer)).toBe(text);
});
