import type { OutcomeLabel } from './outcome.ts';

export interface LabeledCall {
  followUpOpportunity: boolean;
  resolveDate: string | null;
  appointmentsCounter: number;
  opportunity: boolean;
}

/** Checked in this order. */
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

export const notScoredYet = 'Not scored yet';

type HeadedCall = LabeledCall & { outcome: readonly OutcomeLabel[] };

/** The last label only means that no other applies. */
const hasLastLabel = (call: LabeledCall): boolean => callTypeLabel(call) === 'Non-Opportunity Call';

/** Label of a call, or "not scored yet", because a score can change the label. */
export function callTypeHeading(call: HeadedCall): CallTypeLabel | typeof notScoredYet {
  const isScored = call.outcome.includes('missed call') || call.outcome.includes('non-opportunity');
  return hasLastLabel(call) && !isScored ? notScoredYet : callTypeLabel(call);
}

/** Explains the misleading label 'Non-Opportunity Call' of a missed call to which no other applies. Null for other calls. */
export const callTypeNote = (call: HeadedCall): string | null =>
  hasLastLabel(call) && call.outcome.includes('missed call')
    ? 'This label only says that no one marked the call for follow-up. The call was missed and is waiting for a callback.'
    : null;
