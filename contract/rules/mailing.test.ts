import { describe, expect, test } from 'vitest';
import {
  auditState,
  auditTexts,
  awaitsArrival,
  isArriving,
  cardAction,
  hasMap,
  mailingStatuses,
  mailingChoice,
  mailingTitle,
  newerAudit,
  type MailingOrder,
  nextOrder,
  hasOnlyFront,
  statusIndex,
  orderLabel,
  stepOf,
  weeksUntil,
} from './mailing.ts';

test.each([
  ['ordered', 'ordered', 0, 'Review and Approve'],
  ['approved', 'approved', 1, 'View Details'],
  ['printed', 'printed', 2, 'View Details'],
  ['shipped', 'shipped', 3, 'View Details'],
  ['delivered', 'delivered', 4, 'View Performance'],
  ['deliveredInFirstCall', 'delivered', 4, 'View Performance'],
  [null, null, -1, 'View Details'],
] as const)('a mailing that is %s stands at %s, step %i, and offers %s', (status, step, place, action) => {
  expect(stepOf(status)).toBe(step);
  expect(statusIndex(status)).toBe(place);
  expect(cardAction(status, { readOnly: false })).toBe(action);
  const withoutApproval = step === 'ordered' ? 'View Details' : action;
  expect(cardAction(status, { readOnly: true })).toBe(withoutApproval);
  expect(cardAction(status, { readOnly: false, changesRequested: true })).toBe(withoutApproval);
});

test('has a row for every status and for a missing one', () => expect(mailingStatuses).toHaveLength(6));

test.each([
  ['Our own name', 'Family Dentistry', 'Our own name'],
  ['MC-1', 'Family Dentistry', 'Family Dentistry'],
  ['MC-1', null, 'MC-1'],
  ['MC-1', '', 'MC-1'],
])('a mailing named %s with the label %s is headed %s', (name, label, heading) => {
  const mailing = { name, orderNumber: 'MC-1', label };
  expect(mailingTitle(mailing)).toBe(heading);
  expect(mailingChoice(mailing)).toBe(heading === 'MC-1' ? heading : `${heading} · MC-1`);
});

test.each([
  ['ordered', 0, 0, true],
  ['shipped', 0, 0, true],
  // cards that arrive before the feed reports it
  ['shipped', 1, 0, false],
  ['printed', 0, 1, false],
  ['delivered', 0, 0, false],
  ['deliveredInFirstCall', 0, 0, false],
  [null, 0, 0, false],
] as const)(
  'a mailing that is %s with %i leads and %i appointments awaits arrival: %s',
  (status, leads, appts, awaits) => {
    expect(awaitsArrival({ status, leadsCount: leads, appointmentsCount: appts })).toBe(awaits);
  },
);

test.each([
  ['2026-12-28', 'in 6 weeks'],
  ['2026-12-07', 'in 3 weeks'],
  ['2026-11-30', 'in 2 weeks'],
  ['2026-11-23', 'next week'],
  ['2026-11-16', 'this week'],
  ['2026-11-09', null],
])('the week of %s is %s on a Sunday, the 22nd', (week, text) => {
  expect(weeksUntil(week, '2026-11-22')).toBe(text);
});

describe('audit state', () => {
  test.each([
    [null, '2026-11-21', 'none', 'No Audit Campaign'],
    ['', '2026-11-21', 'none', 'No Audit Campaign'],
    ['2026-11-21', '2026-11-21', 'audited', 'Audited Campaign'],
    // the feed is ahead of the office's clock
    ['2026-11-22', '2026-11-21', 'audited', 'Audited Campaign'],
    ['2026-10-22', '2026-11-21', 'audited', 'Audited Campaign'],
    // 31 days, including the whole last day
    ['2026-10-21', '2026-11-21', 'audited', 'Audited Campaign'],
    ['2026-10-20', '2026-11-21', 'outdated', 'Outdated Audit Campaign'],
    ['2026-03-01', '2026-04-01', 'audited', 'Audited Campaign'],
    ['2026-03-01', '2026-04-02', 'outdated', 'Outdated Audit Campaign'],
    ['2026-02-01', '2026-03-04', 'audited', 'Audited Campaign'],
    ['2026-02-01', '2026-03-05', 'outdated', 'Outdated Audit Campaign'],
    ['2018-01-01', '2026-11-21', 'outdated', 'Outdated Audit Campaign'],
  ] as const)('of an audit on %s, on %s, is %s', (lastAudit, today, state, words) => {
    expect(auditState(lastAudit, today)).toBe(state);
    expect(auditTexts[auditState(lastAudit, today)]).toBe(words);
  });
});

test.each([
  ['2026-03-02', '2026-03-01', 'portal', 1],
  ['2026-03-01', '2026-03-01', 'portal', 1],
  ['2026-03-01', '2026-03-02', 'feed', 2],
  ['2026-03-01', null, 'portal', 1],
  [null, '2018-03-01', 'feed', 2],
  [null, null, 'feed', 2],
] as const)(
  'of audits on %s by the portal and %s by the feed, shows those of the %s',
  (ours, theirs, source, patients) => {
    const figures = (lastAudit: string | null, newPatients: number | null) => ({
      lastAudit,
      newPatients,
      totalProduction: null,
      topPatients: null,
    });
    expect(newerAudit(figures(ours, 1), figures(theirs, 2))).toMatchObject({ source, newPatients: patients });
    expect(newerAudit(figures(null, null), figures(null, null)).source).toBeNull();
  },
);

describe('sort menu', () => {
  const asc: MailingOrder = { sort: 'leadsCount', dir: 'asc' };
  const desc: MailingOrder = { sort: 'leadsCount', dir: 'desc' };
  test.each([
    ['nothing', null, 'leadsCount', asc],
    ['ascending', asc, 'leadsCount', desc],
    ['descending', desc, 'leadsCount', null],
    ['another field ascending', asc, 'deliveryWeek', { sort: 'deliveryWeek', dir: 'asc' }],
    ['another field descending', desc, 'deliveryWeek', { sort: 'deliveryWeek', dir: 'asc' }],
  ] as const)('goes on from %s', (_, order, sort, next) => expect(nextOrder(order, sort)).toEqual(next));
  test.each([
    [null, 'Sort'],
    [{ sort: 'deliveryWeek', dir: 'asc' }, 'Sorted by Campaign Date - Oldest to Newest'],
    [{ sort: 'deliveryWeek', dir: 'desc' }, 'Sorted by Campaign Date - Newest to Oldest'],
    [asc, 'Sorted by Leads - Lowest to Highest'],
    [desc, 'Sorted by Leads - Highest to Lowest'],
    [{ sort: 'appointmentsCount', dir: 'asc' }, 'Sorted by Appointments - Lowest to Highest'],
    [{ sort: 'conversionRate', dir: 'desc' }, 'Sorted by Conversion Rate - Highest to Lowest'],
  ] as const)('reads for %j: %s', (order, label) => expect(orderLabel(order)).toBe(label));
});

test.each([
  ['MVP Mail', false, true],
  ['CallPro', true, false],
  ['New Mover Mail', false, false],
  ['Google Ads', false, false],
])('%s: has only a front: %s, has a map: %s', (type, front, map) => {
  expect(hasOnlyFront(type)).toBe(front);
  expect(hasMap(type)).toBe(map);
});

test.each([
  ['shipped', 1, true],
  ['shipped', 0, false],
  ['shipped', null, false],
  ['printed', 1, false],
  ['delivered', 1, false],
  [null, 1, false],
] as const)('a mailing that is %s with %s pieces near: arriving %s', (status, near, arrives) => {
  expect(isArriving({ status, pieces: near === null ? null : { near } })).toBe(arrives);
});
