import type { OutcomeLabel } from './outcome.ts';

export interface LabeledCall {
  followUpOpportunity: boolean;
  /** Null until resolved. */
  resolveDate: string | null;
  appointmentsCounter: number;
  /** Answered by staff and scored a valid opportunity. */
  opportunity: boolean;
}

/** Labels in the order in which they are checked. */
export const callTypeLabels = [
  'Missed / Follow-up Call',
  'Resolved Missed / Follow-up Call',
  'Appointment Call',
  'Opportunity Call',
  'Non-Opportunity Call',
] as const;
export type CallTypeLabel = (typeof callTypeLabels)[number];

export function callTypeLabel(call: LabeledCall): CallTypeLabel {
  if (call.followUpOpportunity && !call.resolveDate) return 'Missed / Follow-up Call';
  if (call.resolveDate) return 'Resolved Missed / Follow-up Call';
  if (call.appointmentsCounter > 0) return 'Appointment Call';
  if (call.opportunity) return 'Opportunity Call';
  return 'Non-Opportunity Call';
}

/** The heading of a call that is not scored yet. */
export const notScoredYet = 'Not scored yet';

type HeadedCall = LabeledCall & { outcome: readonly OutcomeLabel[] };

/** The label that a call has only because no other applies. */
const hasLastLabel = (call: LabeledCall): boolean => callTypeLabel(call) === 'Non-Opportunity Call';

/**
 * The heading of a call on screens: its call type label. A call that is not scored yet can still become anything, so that the last
 * label would be wrong.
 */
export function callTypeHeading(call: HeadedCall): CallTypeLabel | typeof notScoredYet {
  const isScored = call.outcome.includes('missed call') || call.outcome.includes('non-opportunity');
  return hasLastLabel(call) && !isScored ? notScoredYet : callTypeLabel(call);
}

/**
 * A sentence next to the heading of a call where it alone would be misleading: missed calls can have the label 'Non-Opportunity Call',
 * too, because nothing else applies. Null when no explanation is needed.
 */
export const callTypeNote = (call: HeadedCall): string | null =>
  hasLastLabel(call) && call.outcome.includes('missed call')
    ? 'This label only says that nobody marked the call for follow-up. The call was missed and waits for a callback.'
    : null;
