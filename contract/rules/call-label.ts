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

/** Explains a label that alone would mislead, such as the fallback 'Non-Opportunity Call'. Null if none is needed. */
export function callTypeNote(call: LabeledCall & { outcome: readonly OutcomeLabel[] }): string | null {
  if (callTypeLabel(call) !== 'Non-Opportunity Call') return null;
  if (call.outcome.includes('missed call'))
    return 'This label only says that nobody marked the call for follow-up. The call was missed and waits for a callback.';
  if (!call.outcome.includes('non-opportunity'))
    return 'The call is not scored yet, so this label may change.';
  return null;
}
