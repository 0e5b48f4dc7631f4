import { formatDay } from '../time/date-format.ts';
import { type MailingStatus, type MailingStep, mailingStepLabels, mailingSteps, stepOf } from './mailing.ts';
import type { NextStep } from './next-step.ts';

/** Columns of the feed with the days of the stepper. */
export const stepDays = {
  ordered: 'order_date',
  approved: 'approval_date',
  printed: 'print_date',
  shipped: 'shipment_date',
  delivered: 'delivery_date',
} as const satisfies Record<MailingStep, string>;

export type StepDays = Readonly<Record<MailingStep, string | null>>;

export interface MovedMailing {
  status: MailingStatus | null;
  nextStep: NextStep | null;
  lacksDesign: boolean;
  /** As the feed and people wrote them. */
  days: StepDays;
  /** As mail tracking saw them. */
  trackedDays: { shipped: string | null; delivered: string | null };
}

const indexOf = (step: MailingStep | null): number => (step === null ? -1 : mailingSteps.indexOf(step));

export const isMoveBack = (status: MailingStatus | null, to: MailingStep): boolean =>
  indexOf(to) < indexOf(stepOf(status));

const approvalRefusals: Record<NextStep, string | null> = {
  beingMade: 'Its design is not ready for review yet.',
  chooseConcept: 'The client must choose one of its designs first.',
  review: 'The client has not finished the review of its design.',
  changesRequested: 'The client asked for changes to its design. Send the next version first.',
  approve: null,
  approved: null,
  goneOn: null,
};

/** Why mail tracking keeps the mailing; null if it does not. */
function trackingRefusal({ trackedDays }: MovedMailing, to: MailingStep): string | null {
  const { shipped, delivered } = trackedDays;
  if (delivered !== null && to !== 'delivered')
    return `Mail tracking saw it delivered on ${formatDay(delivered)}.`;
  if (shipped !== null && indexOf(to) < indexOf('shipped'))
    return `Mail tracking saw it in the mail on ${formatDay(shipped)}.`;
  return null;
}

/** Why a mailing cannot move to a step; null if it can. */
export function moveRefusal(mailing: MovedMailing, to: MailingStep): string | null {
  const from = stepOf(mailing.status);
  if (from === to) return `It is ${mailingStepLabels[to]} already.`;
  if (from === null) return to === 'ordered' ? null : 'It was never ordered. Move it to Ordered first.';
  if (isMoveBack(from, to)) return trackingRefusal(mailing, to);
  if (from !== 'ordered') return null;
  if (to !== 'approved') return 'It is not approved. Move it to Approved first.';
  // a client may have approved by phone or mail what the portal never had
  return mailing.nextStep && !mailing.lacksDesign ? approvalRefusals[mailing.nextStep] : null;
}

/** Why a step cannot have this day; null if it can. `today` is a day of the office. */
export function moveDayRefusal(
  { days }: Pick<MovedMailing, 'days'>,
  to: MailingStep,
  day: string,
  today: string,
): string | null {
  if (day > today) return 'The day has not come yet.';
  const later = mailingSteps
    .slice(0, indexOf(to))
    .findLast((step) => days[step] !== null && days[step] > day);
  return later === undefined
    ? null
    : `It was ${mailingStepLabels[later].toLowerCase()} on ${formatDay(days[later] ?? '')}, which is after this day.`;
}

/** Cells by column of the feed. A move back empties the days of later steps; its own step keeps the day it has. */
export function valuesOfMove(
  { status }: Pick<MovedMailing, 'status'>,
  to: MailingStep,
  { day, approvedBy }: { day: string; approvedBy: string },
): Record<string, string | null> {
  const later = mailingSteps.slice(indexOf(to) + 1);
  const back = isMoveBack(status, to);
  return {
    status: to,
    ...(!back && { [stepDays[to]]: day }),
    ...(!back && to === 'approved' && { approved_by: approvedBy || null }),
    ...(back && Object.fromEntries(later.map((step) => [stepDays[step], null]))),
    ...(back && to === 'ordered' && { approved_by: null }),
  };
}
