import type { OutcomeLabel } from './outcome.ts';

/** The fields of a call that determine its call type label. */
export interface LabeledCall {
  followUpOpportunity: boolean;
  /** When the call was resolved, or null. */
  resolveDate: string | null;
  /** Number of counted appointments. */
  appointmentsCounter: number;
  /** Whether it is an opportunity call: answered by staff and scored a valid opportunity. */
  opportunity: boolean;
}

/** The call type labels, in the order in which they are checked. */
export const callTypeLabels = [
  'Missed / Follow-up Call',
  'Resolved Missed / Follow-up Call',
  'Appointment Call',
  'Opportunity Call',
  'Non-Opportunity Call',
] as const;
export type CallTypeLabel = (typeof callTypeLabels)[number];

/** The call type label of a call: the first one that applies. */
export function callTypeLabel(call: LabeledCall): CallTypeLabel {
  if (call.followUpOpportunity && !call.resolveDate) return 'Missed / Follow-up Call';
  if (call.resolveDate) return 'Resolved Missed / Follow-up Call';
  if (call.appointmentsCounter > 0) return 'Appointment Call';
  if (call.opportunity) return 'Opportunity Call';
  return 'Non-Opportunity Call';
}

/**
 * A sentence next to the call type label where the label alone would be misleading. 'Non-Opportunity Call' applies when
 * nothing else does, so missed calls and calls that are not scored yet have it too. Null when no explanation is needed.
 */
export function callTypeNote(call: LabeledCall & { outcome: readonly OutcomeLabel[] }): string | null {
  if (callTypeLabel(call) !== 'Non-Opportunity Call') return null;
  if (call.outcome.includes('missed call'))
    return 'This label only says that nobody marked the call for follow-up. The call was missed and waits for a callback.';
  if (!call.outcome.includes('non-opportunity'))
    return 'The call is not scored yet, so this label may change.';
  return null;
}
