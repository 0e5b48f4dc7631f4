import type { OutcomeLabel } from './outcome.ts';

/** What the call type label is decided from. */
export interface LabelledCall {
  followUpOpportunity: boolean;
  /** When the call was resolved, or null. */
  resolveDate: string | null;
  /** Counted appointments of the call. */
  appointmentsCounter: number;
  /** The derived value: answered by staff and scored a valid opportunity. */
  opportunity: boolean;
}

/** The call type labels, in the order in which they are tried. */
export const callTypeLabels = [
  'Missed / Follow-up Call',
  'Resolved Missed / Follow-up Call',
  'Appointment Call',
  'Opportunity Call',
  'Non-Opportunity Call',
] as const;
export type CallTypeLabel = (typeof callTypeLabels)[number];

/** The call type label: the first that applies. */
export function callTypeLabel(call: LabelledCall): CallTypeLabel {
  if (call.followUpOpportunity && !call.resolveDate) return 'Missed / Follow-up Call';
  if (call.resolveDate) return 'Resolved Missed / Follow-up Call';
  if (call.appointmentsCounter > 0) return 'Appointment Call';
  if (call.opportunity) return 'Opportunity Call';
  return 'Non-Opportunity Call';
}

/**
 * A sentence beside the call type label where the label alone would mislead: 'Non-Opportunity Call' is what remains
 * when nothing else applies, so missed calls and calls that are not scored yet carry it too. Null where it says enough.
 */
export function callTypeNote(call: LabelledCall & { outcome: readonly OutcomeLabel[] }): string | null {
  if (callTypeLabel(call) !== 'Non-Opportunity Call') return null;
  if (call.outcome.includes('missed call'))
    return 'This label only says that nobody marked the call for follow-up. The call was missed and waits for a callback.';
  if (!call.outcome.includes('non-opportunity'))
    return 'The call is not scored yet, so this label may change.';
  return null;
}
