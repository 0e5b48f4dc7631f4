/** What the call type label is decided from (spec 2 §4). */
export interface LabelledCall {
  followUpOpportunity: boolean;
  /** When the call was resolved, or null. */
  resolveDate: string | null;
  /** Counted appointments of the call. */
  appointmentsCounter: number;
  /** The derived value: answered by staff and scored a valid opportunity. */
  opportunity: boolean;
}

/** The call type labels, in the order in which they are tried (spec 2 §4). */
export const callTypeLabels = [
  'Missed / Follow-up Call',
  'Resolved Missed / Follow-up Call',
  'Appointment Call',
  'Opportunity Call',
  'Non-Opportunity Call',
] as const;
export type CallTypeLabel = (typeof callTypeLabels)[number];

/** The call type label: the first that applies (spec 2 §4). */
export function callTypeLabel(call: LabelledCall): CallTypeLabel {
  if (call.followUpOpportunity && !call.resolveDate) return 'Missed / Follow-up Call';
  if (call.resolveDate) return 'Resolved Missed / Follow-up Call';
  if (call.appointmentsCounter > 0) return 'Appointment Call';
  if (call.opportunity) return 'Opportunity Call';
  return 'Non-Opportunity Call';
}
