import { z } from 'zod';

/** The statuses of a mailing, in the order in which it passes through them. */
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

/** Both are delivered: the second has brought its first call, and is shown as 'delivered'. */
export const deliveredStatuses = ['delivered', 'deliveredInFirstCall'] as const satisfies MailingStatus[];
/** Mailings on their way: 'In production'. */
export const inProductionStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
] as const satisfies MailingStatus[];

/** The steps of the progress indicator. */
export const mailingSteps = ['ordered', 'approved', 'printed', 'shipped', 'delivered'] as const;
export type MailingStep = (typeof mailingSteps)[number];

/** The step that a status is shown as; null before it is ordered. */
export function stepOf(status: MailingStatus | null): MailingStep | null {
  return status === 'deliveredInFirstCall' ? 'delivered' : status;
}

/** The place of a status among the steps, from 0; -1 before it is ordered. */
export function statusIndex(status: MailingStatus | null): number {
  const step = stepOf(status);
  return step === null ? -1 : mailingSteps.indexOf(step);
}

/** What a mailing's card offers. */
export function cardAction(
  status: MailingStatus | null,
): 'Review and Approve' | 'View Details' | 'View Performance' {
  const step = stepOf(status);
  return step === 'ordered'
    ? 'Review and Approve'
    : step === 'delivered'
      ? 'View Performance'
      : 'View Details';
}

/** How long an audit is fresh, in days. */
export const auditFreshDays = 31;
/** The audit states and their words. */
export const auditTexts = {
  none: 'No Audit Campaign',
  audited: 'Audited Campaign',
  outdated: 'Outdated Audit Campaign',
} as const;
export type AuditState = keyof typeof auditTexts;

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / 86_400_000;

/**
 * The audit state by the day of the last audit: none, audited within 31 days, or outdated. Whole calendar days are
 * compared, so the state is the same at every hour of a day.
 * @param lastAudit `YYYY-MM-DD`
 * @param today the mailing's office's calendar day, `YYYY-MM-DD`
 */
export function auditState(lastAudit: string | null, today: string): AuditState {
  if (lastAudit === null || lastAudit === '') return 'none';
  return dayNumber(today) - dayNumber(lastAudit) <= auditFreshDays ? 'audited' : 'outdated';
}

/** What a mailing list is sorted by, with the words for its two ends. */
export const mailingSorts = ['deliveryWeek', 'leadsCount', 'appointmentsCount', 'conversionRate'] as const;
export type MailingSort = (typeof mailingSorts)[number];
export const mailingSortLabels: Record<MailingSort, { label: string; low: string; high: string }> = {
  deliveryWeek: { label: 'Campaign Date', low: 'Oldest', high: 'Newest' },
  leadsCount: { label: 'Leads', low: 'Lowest', high: 'Highest' },
  appointmentsCount: { label: 'Appointments', low: 'Lowest', high: 'Highest' },
  conversionRate: { label: 'Conversion Rate', low: 'Lowest', high: 'Highest' },
};
/** A chosen order of mailings; null is the list's own. */
export type MailingOrder = { sort: MailingSort; dir: 'asc' | 'desc' } | null;

/** The order after a field of the sort menu was chosen: asc, then desc, then none; another field starts at asc. */
export function nextOrder(order: MailingOrder, sort: MailingSort): MailingOrder {
  if (order?.sort !== sort) return { sort, dir: 'asc' };
  return order.dir === 'asc' ? { sort, dir: 'desc' } : null;
}

/** What the sort button reads: 'Sorted by {label} - {x} to {y}', or 'Sort'. */
export function orderLabel(order: MailingOrder): string {
  if (order === null) return 'Sort';
  const { label, low, high } = mailingSortLabels[order.sort];
  const [from, to] = order.dir === 'asc' ? [low, high] : [high, low];
  return `Sorted by ${label} - ${from} to ${to}`;
}

/** Campaign types that have only a front design. */
export const onlyFront = (campaignType: string): boolean => campaignType === 'CallPro';
/** Campaign types whose drawer has a Map tab. */
export const hasMap = (campaignType: string): boolean => campaignType === 'MVP Mail';
