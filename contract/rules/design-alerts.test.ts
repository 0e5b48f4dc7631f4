import { expect, test } from 'vitest';
import {
  type DeskPerson,
  deskPeopleToTell,
  designAlertsFor,
  holdsConcepts,
  isReminderDue,
  type ReviewPerson,
  reviewersToTell,
} from './design-alerts.ts';

test('clients and the provider’s people have alerts of their own', () => {
  expect(designAlertsFor(false)).toEqual(['Design to Review Alert', 'Design Due Alert']);
  expect(designAlertsFor(true)).toEqual(['Design Decision Alert']);
});

test.each<[minutesAgo: number[], holds: boolean]>([
  [[], false],
  [[0], true],
  [[2.9], true],
  [[3], false],
  [[12, 6, 1], true],
  [[12, 6, 3], false],
  [[15, 1], false],
])('concepts sent %j minutes ago wait for the next one: %s', (minutesAgo, holds) => {
  const now = new Date('2026-03-11T15:00:00Z');
  const sent = minutesAgo.map((ago) => new Date(now.getTime() - ago * 60_000));
  expect(holdsConcepts(sent, now)).toBe(holds);
});

const person = (id: string, more: Partial<ReviewPerson> = {}): ReviewPerson => ({
  id,
  isPrimary: false,
  isLinked: false,
  ...more,
});
const primary = person('primary', { isPrimary: true, isLinked: true });
const linked = person('linked', { isLinked: true });
const above = person('above');

test.each<[what: string, people: ReviewPerson[], chosen: string[] | null, told: string[]]>([
  ['chosen people', [primary, linked, above], ['above', 'linked'], ['linked', 'above']],
  ['nobody instead of chosen people who are gone', [primary], ['gone'], []],
  ['the primary contacts of a design from the feed', [primary, linked, above], null, ['primary']],
  ['all people of an account without primary contacts', [linked, above], null, ['linked']],
  ['nobody of the group alone', [above], null, []],
])('a design tells %s', (_, people, chosen, told) => {
  expect(reviewersToTell(people, chosen).map(({ id }) => id)).toEqual(told);
});

const member = (id: string, more: Partial<DeskPerson> = {}): DeskPerson => ({
  id,
  email: `${id}@team.example`,
  isManager: false,
  isChosen: false,
  ...more,
});
const manager = member('manager', { isManager: true, isChosen: true });
const manyManager = member('manyManager', { isManager: true });
const designer = member('designer');
const seller = member('seller', { email: 'Sam@team.example' });

test.each<
  [what: string, people: DeskPerson[], design: { senderId?: string; salesEmail?: string }, told: string[]]
>([
  ['sender and account manager', [manager, designer], { senderId: 'designer' }, ['manager', 'designer']],
  ['the account’s own managers alone', [manager, manyManager], {}, ['manager']],
  ['managers of all accounts, if it has none of its own', [manyManager, designer], {}, ['manyManager']],
  ['a sender once', [manager], { senderId: 'manager' }, ['manager']],
  ['a sender who left', [manager], { senderId: 'gone' }, ['manager']],
  [
    'the sales contact who is of the team',
    [manager, seller],
    { salesEmail: 'sam@team.example' },
    ['manager', 'seller'],
  ],
  ['no other designers', [designer], {}, []],
])('a decision tells %s', (_, people, { senderId = null, salesEmail = null }, told) => {
  expect(deskPeopleToTell(people, { senderId, salesEmail }).map(({ id }) => id)).toEqual(told);
});

const march20 = { dueOn: '2026-03-20', remindDays: 1, sentAt: new Date('2026-03-10T12:00:00Z') };

test.each<[what: string, sending: Partial<typeof march20> | object, now: string, isDue: boolean]>([
  ['before 8:00 of the day before', {}, '2026-03-19T11:59:00Z', false],
  ['at 8:00 of the day before', {}, '2026-03-19T12:00:00Z', true],
  ['late on the due date, after an outage', {}, '2026-03-21T03:59:00Z', true],
  ['after the due date', {}, '2026-03-21T04:00:00Z', false],
  ['a week before', { remindDays: 7 }, '2026-03-13T12:00:00Z', true],
  ['sent after its reminder', { sentAt: new Date('2026-03-19T12:30:00Z') }, '2026-03-19T13:00:00Z', false],
  ['without a reminder', { remindDays: null }, '2026-03-19T12:00:00Z', false],
  ['without a due date', { dueOn: null }, '2026-03-19T12:00:00Z', false],
])('a reminder %s', (_, sending, now, isDue) => {
  expect(isReminderDue({ ...march20, ...sending }, 'America/New_York', new Date(now))).toBe(isDue);
});
