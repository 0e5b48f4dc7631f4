import { z } from 'zod';
import type { SortDirection } from './sort-direction.ts';

/** The statuses of a mailing, in chronological order. */
export const mailingStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
  'delivered',
  'deliveredInFirstCall',
] as const;
export const mailingStatusSchema = z.enum(mailingStatuses, {
  error: `Use one of ${mailingStatuses.join(', ')}.`,
});
export type MailingStatus = z.infer<typeof mailingStatusSchema>;

/** The two delivered statuses. The second means that the first call has come in; both are shown as 'delivered'. */
export const deliveredStatuses = ['delivered', 'deliveredInFirstCall'] as const satisfies MailingStatus[];
/** The statuses of the mailings in production. */
export const inProductionStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
] as const satisfies MailingStatus[];

/** The steps of the progress indicator. */
export const mailingSteps = ['ordered', 'approved', 'printed', 'shipped', 'delivered'] as const;
export type MailingStep = (typeof mailingSteps)[number];

/** The step of a status in the progress indicator; null without a status. */
export function stepOf(status: MailingStatus | null): MailingStep | null {
  return status === 'deliveredInFirstCall' ? 'delivered' : status;
}

/** The index of a status among the steps, from 0; -1 without a status. */
export function statusIndex(status: MailingStatus | null): number {
  const step = stepOf(status);
  return step === null ? -1 : mailingSteps.indexOf(step);
}

/** The action on a mailing's card. What the viewer can only read is not for them to approve. */
export function cardAction(
  status: MailingStatus | null,
  { readOnly }: { readOnly: boolean },
): 'Review and Approve' | 'View Details' | 'View Performance' {
  const step = stepOf(status);
  return step === 'ordered' && !readOnly
    ? 'Review and Approve'
    : step === 'delivered'
      ? 'View Performance'
      : 'View Details';
}

/** The steps' labels, on badges and in the progress indicator. */
export const mailingStepLabels: Record<MailingStep, string> = {
  ordered: 'Ordered',
  approved: 'Approved',
  printed: 'Printed',
  shipped: 'Shipped',
  delivered: 'Delivered',
};

/** The heading of a mailing: the office's own name, else the campaign's label, else the order number. */
export function mailingTitle(mailing: { name: string; orderNumber: string; label: string | null }): string {
  return mailing.name === mailing.orderNumber ? mailing.label || mailing.orderNumber : mailing.name;
}

/** Whether a mailing shows when it arrives instead of results and audits: it is on the way and has none yet. */
export function awaitsArrival(mailing: {
  status: MailingStatus | null;
  leadsCount: number;
  appointmentsCount: number;
}): boolean {
  const step = stepOf(mailing.status);
  return step !== null && step !== 'delivered' && mailing.leadsCount === 0 && mailing.appointmentsCount === 0;
}

/** Whether pieces of a mailing on the way have come near their recipients, so that the first calls can come. */
export const isArriving = (mailing: {
  status: MailingStatus | null;
  pieces: { near: number } | null;
}): boolean => stepOf(mailing.status) === 'shipped' && mailing.pieces !== null && mailing.pieces.near > 0;

/**
 * How far away the week of delivery is: 'this week', 'next week', 'in 5 weeks'; null for a week that is over.
 * @param week Monday of the week of delivery, `YYYY-MM-DD`
 * @param today the mailing's office's calendar day, `YYYY-MM-DD`
 */
export function weeksUntil(week: string, today: string): string | null {
  const weeks = Math.ceil((dayNumber(week) - dayNumber(today)) / 7);
  if (weeks > 1) return `in ${weeks} weeks`;
  if (weeks === 1) return 'next week';
  return weeks === 0 ? 'this week' : null;
}

/** How many days an audit stays current. */
export const auditFreshDays = 31;
/** The labels of the audit states. */
export const auditTexts = {
  none: 'No Audit Campaign',
  audited: 'Audited Campaign',
  outdated: 'Outdated Audit Campaign',
} as const;
export type AuditState = keyof typeof auditTexts;

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / 86_400_000;

/**
 * The audit state by the day of the last audit: none, audited within 31 days, or outdated. It compares calendar days, so
 * that the state does not change during a day.
 * @param lastAudit `YYYY-MM-DD`
 * @param today the mailing's office's calendar day, `YYYY-MM-DD`
 */
export function auditState(lastAudit: string | null, today: string): AuditState {
  if (lastAudit === null || lastAudit === '') return 'none';
  return dayNumber(today) - dayNumber(lastAudit) <= auditFreshDays ? 'audited' : 'outdated';
}

/** Whose audit figures are: of the portal's own audit of patient lists, or of the feed. */
export const auditSources = ['portal', 'feed'] as const;
export type AuditSource = (typeof auditSources)[number];

/** The figures of an audit of a mailing; null where not known. */
export interface AuditFigures {
  /** `YYYY-MM-DD` */
  lastAudit: string | null;
  newPatients: number | null;
  /** US dollars */
  totalProduction: number | null;
  topPatients: number | null;
}

/** The newer of two audits and whose it is; the portal's when both are of the same day, null when there is none. */
export function newerAudit(
  portal: AuditFigures,
  feed: AuditFigures,
): AuditFigures & { source: AuditSource | null } {
  const isPortal =
    portal.lastAudit !== null && (feed.lastAudit === null || portal.lastAudit >= feed.lastAudit);
  if (isPortal) return { ...portal, source: 'portal' };
  return { ...feed, source: Object.values(feed).some((figure) => figure !== null) ? 'feed' : null };
}

/** How the audit figures of a mailing are counted; 'patient' stands for the office's own word. */
export const auditFigureTexts = {
  newPatients:
    'Patients of the lists whom the audit matched with this mailing: they live where it went, first came within its months, and called or have an appointment from it. Each patient counts for one mailing.',
  totalProduction: 'The production of the matched patients, as their lists have it.',
  topPatients:
    'Matched patients who are in the top fifth of their list by production: fewer than one in five of its patients have more.',
} as const;

/** The sort fields of the list of mailings. */
export const mailingSorts = ['deliveryWeek', 'leadsCount', 'appointmentsCount', 'conversionRate'] as const;
export type MailingSort = (typeof mailingSorts)[number];
export const mailingSortLabels: Record<MailingSort, { label: string; low: string; high: string }> = {
  deliveryWeek: { label: 'Campaign Date', low: 'Oldest', high: 'Newest' },
  leadsCount: { label: 'Leads', low: 'Lowest', high: 'Highest' },
  appointmentsCount: { label: 'Appointments', low: 'Lowest', high: 'Highest' },
  conversionRate: { label: 'Conversion Rate', low: 'Lowest', high: 'Highest' },
};
/** A chosen order of mailings; null for the default order. */
export type MailingOrder = { sort: MailingSort; dir: SortDirection } | null;

/** The order after a field of the sort menu is pressed: ascending, then descending, then none. */
export function nextOrder(order: MailingOrder, sort: MailingSort): MailingOrder {
  if (order?.sort !== sort) return { sort, dir: 'asc' };
  return order.dir === 'asc' ? { sort, dir: 'desc' } : null;
}

/** The label of the sort button: 'Sorted by {label} - {x} to {y}', or 'Sort'. */
export function orderLabel(order: MailingOrder): string {
  if (order === null) return 'Sort';
  const { label, low, high } = mailingSortLabels[order.sort];
  const [from, to] = order.dir === 'asc' ? [low, high] : [high, low];
  return `Sorted by ${label} - ${from} to ${to}`;
}

/** Whether the cards of a campaign type have only a front. */
export const hasOnlyFront = (campaignType: string): boolean => campaignType.toLowerCase() === 'callpro';
/** Whether the drawer of a campaign type has a Map tab. */
export const hasMap = (campaignType: string): boolean => campaignType.toLowerCase() === 'mvp mail';
