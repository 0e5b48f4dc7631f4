import { days } from '../time/durations.ts';
import { z } from 'zod';
import type { SortDirection } from './paging.ts';

/** In chronological order. */
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

/** 'deliveredInField' means that the first call has come; both are shown as 'delivered'. */
export const deliveredStatuses = ['delivered', 'deliveredInFirstCall'] as const satisfies MailingStatus[];
export const inProductionStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
] as const satisfies MailingStatus[];

export const mailingSteps = ['ordered', 'approved', 'printed', 'shipped', 'delivered'] as const;
export type MailingStep = (typeof mailingSteps)[number];

export function stepOf(status: MailingStatus | null): MailingStep | null {
  return status === 'deliveredInFirstCall' ? 'delivered' : status;
}

/** Position in {@link mailingStatuses}, from 0; -1 without a status. */
export function statusIndex(status: MailingStatus | null): number {
  const step = stepOf(status);
  return step === null ? -1 : mailingSteps.indexOf(step);
}

/** Read-only viewers cannot approve, and no one can before the next version, once changes are requested. */
export function cardAction(
  status: MailingStatus | null,
  { readOnly, changesRequested = false }: { readOnly: boolean; changesRequested?: boolean },
): 'Review and Approve' | 'View Details' | 'View Performance' {
  const step = stepOf(status);
  return step === 'ordered' && !readOnly && !changesRequested
    ? 'Review and Approve'
    : step === 'delivered'
      ? 'View Performance'
      : 'View Details';
}

export const mailingStepLabels: Record<MailingStep, string> = {
  ordered: 'Ordered',
  approved: 'Approved',
  printed: 'Printed',
  shipped: 'Shipped',
  delivered: 'Delivered',
};

/** The office's name, or the campaign's label, or the order number. */
export function mailingTitle(mailing: { name: string; orderNumber: string; label: string | null }): string {
  return mailing.name === mailing.orderNumber ? mailing.label || mailing.orderNumber : mailing.name;
}

/** Tells mailings apart where people choose one: title and order number. */
export function mailingChoice(mailing: Parameters<typeof mailingTitle>[0]): string {
  const title = mailingTitle(mailing);
  return title === mailing.orderNumber ? title : `${title} · ${mailing.orderNumber}`;
}

/** True for a mailing on its way without results: the card shows the arrival instead of results and audits. */
export function awaitsArrival(mailing: {
  status: MailingStatus | null;
  leadsCount: number;
  appointmentsCount: number;
}): boolean {
  const step = stepOf(mailing.status);
  return step !== null && step !== 'delivered' && mailing.leadsCount === 0 && mailing.appointmentsCount === 0;
}

/** Pieces are near their recipients, so that the first calls can come. */
export const isArriving = (mailing: {
  status: MailingStatus | null;
  pieces: { near: number } | null;
}): boolean => stepOf(mailing.status) === 'shipped' && mailing.pieces !== null && mailing.pieces.near > 0;

/** 'this week', 'next week', 'in 5 weeks'; null for a past week. `week` is its Monday, `today` a day of the office. */
export function weeksUntil(week: string, today: string): string | null {
  const weeks = Math.ceil((dayNumber(week) - dayNumber(today)) / 7);
  if (weeks > 1) return `in ${weeks} weeks`;
  if (weeks === 1) return 'next week';
  return weeks === 0 ? 'this week' : null;
}

export const auditFreshDays = 31;
export const auditTexts = {
  none: 'No Audit Campaign',
  audited: 'Audited Campaign',
  outdated: 'Outdated Audit Campaign',
} as const;
export type AuditState = keyof typeof auditTexts;

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / days(1);

/** `audited` within 31 calendar days, so that the state does not change during a day. `today` is a day of the mailing's office. */
export function auditState(lastAudit: string | null, today: string): AuditState {
  if (lastAudit === null || lastAudit === '') return 'none';
  return dayNumber(today) - dayNumber(lastAudit) <= auditFreshDays ? 'audited' : 'outdated';
}

/** `portal`: audit of uploaded patient lists. */
export const auditSources = ['portal', 'feed'] as const;
export type AuditSource = (typeof auditSources)[number];

export interface AuditFigures {
  lastAudit: string | null;
  newPatients: number | null;
  /** US dollars. */
  totalProduction: number | null;
  topPatients: number | null;
}

/** The portal's audit on the same day; null without any. */
export function newerAudit(
  portal: AuditFigures,
  feed: AuditFigures,
): AuditFigures & { source: AuditSource | null } {
  const isPortal =
    portal.lastAudit !== null && (feed.lastAudit === null || portal.lastAudit >= feed.lastAudit);
  if (isPortal) return { ...portal, source: 'portal' };
  return { ...feed, source: Object.values(feed).some((figure) => figure !== null) ? 'feed' : null };
}

/** 'patient' stands for the account's word. */
export const auditFigureTexts = {
  newPatients:
    'Patients from your lists whom the audit matched with this mailing: they live where it went, first came within its months, and called or have an appointment from it. Each patient counts for one mailing.',
  totalProduction: 'The production of the matched patients, according to their lists.',
  topPatients:
    'Matched patients who are in the top fifth of their list by production: fewer than one in five of its patients have more.',
} as const;

export const mailingSorts = ['deliveryWeek', 'leadsCount', 'appointmentsCount', 'conversionRate'] as const;
export type MailingSort = (typeof mailingSorts)[number];
export const mailingSortLabels: Record<MailingSort, { label: string; low: string; high: string }> = {
  deliveryWeek: { label: 'Campaign Date', low: 'Oldest', high: 'Newest' },
  leadsCount: { label: 'Leads', low: 'Lowest', high: 'Highest' },
  appointmentsCount: { label: 'Appointments', low: 'Lowest', high: 'Highest' },
  conversionRate: { label: 'Conversion Rate', low: 'Lowest', high: 'Highest' },
};
export type MailingOrder = { sort: MailingSort; dir: SortDirection } | null;

export function nextOrder(order: MailingOrder, sort: MailingSort): MailingOrder {
  if (order?.sort !== sort) return { sort, dir: 'asc' };
  return order.dir === 'asc' ? { sort, dir: 'desc' } : null;
}

export function orderLabel(order: MailingOrder): string {
  if (order === null) return 'Sort';
  const { label, low, high } = mailingSortLabels[order.sort];
  const [from, to] = order.dir === 'asc' ? [low, high] : [high, low];
  return `Sorted by ${label} - ${from} to ${to}`;
}

export const hasOnlyFront = (campaignType: string): boolean => campaignType.toLowerCase() === 'callpro';
export const hasMap = (campaignType: string): boolean => campaignType.toLowerCase() === 'mvp mail';
