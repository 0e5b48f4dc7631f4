import { describe, expect, test } from 'vitest';
import type { MailingStatus, MailingStep } from './mailing.ts';
import { moveDayRefusal, moveRefusal, type MovedMailing, valuesOfMove } from './mailing-moves.ts';
import type { NextStep } from './next-step.ts';

const noDays = { ordered: null, approved: null, printed: null, shipped: null, delivered: null };
const mailing = (
  status: MailingStatus | null,
  nextStep: NextStep | null = 'goneOn',
  tracked: Partial<MovedMailing['trackedDays']> = {},
): MovedMailing => ({
  status,
  nextStep,
  lacksDesign: false,
  days: noDays,
  trackedDays: { shipped: null, delivered: null, ...tracked },
});

describe('moveRefusal', () => {
  test.each<[MovedMailing, MailingStep, string | null]>([
    [mailing(null), 'ordered', null],
    [mailing(null), 'printed', 'It was never ordered. Move it to Ordered first.'],
    [mailing('ordered', 'approve'), 'approved', null],
    [mailing('ordered', 'approve'), 'ordered', 'It is Ordered already.'],
    [mailing('ordered', 'approve'), 'printed', 'It is not approved. Move it to Approved first.'],
    [mailing('ordered', 'beingMade'), 'approved', 'Its design is not ready for review yet.'],
    [{ ...mailing('ordered', 'beingMade'), lacksDesign: true }, 'approved', null],
    [
      { ...mailing('ordered', 'beingMade'), lacksDesign: true },
      'printed',
      'It is not approved. Move it to Approved first.',
    ],
    [mailing('ordered', 'chooseConcept'), 'approved', 'The client must choose one of its designs first.'],
    [mailing('ordered', 'review'), 'approved', 'The client has not finished the review of its design.'],
    [
      mailing('ordered', 'changesRequested'),
      'approved',
      'The client asked for changes to its design. Send the next version first.',
    ],
    [mailing('approved', 'approved'), 'printed', null],
    [mailing('approved', 'approved'), 'delivered', null],
    [mailing('shipped'), 'ordered', null],
    [mailing('deliveredInFirstCall'), 'delivered', 'It is Delivered already.'],
    [mailing('deliveredInFirstCall'), 'shipped', null],
    [
      mailing('shipped', 'goneOn', { shipped: '2026-03-03' }),
      'printed',
      'Mail tracking saw it in the mail on Mar 3, 2026.',
    ],
    [mailing('shipped', 'goneOn', { shipped: '2026-03-03' }), 'delivered', null],
    [mailing('delivered', 'goneOn', { shipped: '2026-03-03' }), 'shipped', null],
    [
      mailing('delivered', 'goneOn', { shipped: '2026-03-03', delivered: '2026-03-06' }),
      'shipped',
      'Mail tracking saw it delivered on Mar 6, 2026.',
    ],
  ])('%o to %s: %s', (moved, to, refusal) => {
    expect(moveRefusal(moved, to)).toBe(refusal);
  });
});

test.each<[MailingStep, string, string | null]>([
  ['printed', '2026-03-10', null],
  ['printed', '2026-03-11', 'The day has not come yet.'],
  ['printed', '2026-03-01', 'It was approved on Mar 2, 2026, which is after this day.'],
  ['delivered', '2026-03-02', null],
])('the day of a move to %s can be %s: %s', (to, day, refusal) => {
  const days = { ...noDays, ordered: '2026-02-20', approved: '2026-03-02' };
  expect(moveDayRefusal({ days }, to, day, '2026-03-10')).toBe(refusal);
});

test.each<[MailingStatus | null, MailingStep, Record<string, string | null>]>([
  [null, 'ordered', { status: 'ordered', order_date: '2026-03-02' }],
  ['ordered', 'approved', { status: 'approved', approval_date: '2026-03-02', approved_by: 'Olga' }],
  ['approved', 'delivered', { status: 'delivered', delivery_date: '2026-03-02' }],
  ['shipped', 'approved', { status: 'approved', print_date: null, shipment_date: null, delivery_date: null }],
  [
    'deliveredInFirstCall',
    'ordered',
    {
      status: 'ordered',
      approval_date: null,
      approved_by: null,
      print_date: null,
      shipment_date: null,
      delivery_date: null,
    },
  ],
])('a move from %s to %s writes %o', (status, to, values) => {
  expect(valuesOfMove({ status }, to, { day: '2026-03-02', approvedBy: 'Olga' })).toEqual(values);
});
