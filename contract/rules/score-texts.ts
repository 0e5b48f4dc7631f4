/**
 * Possible answers to who answered a call. Figures depend on these texts, which have fixed codes in `dimension_values`; there are
 * no others.
 */
export const answerers = {
  staff: 'Staff',
  ivr: 'IVR',
  voicemail: 'Voicemail',
  noAnswer: 'No Answer',
} as const;
export const answererTexts = [
  answerers.staff,
  answerers.ivr,
  answerers.voicemail,
  answerers.noAnswer,
] as const;

/** Patient types that every provider has. They have fixed codes, too; a provider can add others. */
export const fixedPatientTypes = {
  newPatient: 'New Patient Opportunity',
  nonOpportunity: 'NOT a Patient Opportunity',
  unknown: 'Unknown',
  spam: 'Spam',
} as const;
export const fixedPatientTypeTexts = [
  fixedPatientTypes.newPatient,
  fixedPatientTypes.nonOpportunity,
  fixedPatientTypes.unknown,
  fixedPatientTypes.spam,
] as const;

/** How the phone menu ended. A provider can have other texts; the form proposes these where they are offered. */
export const ivrOutcomes = {
  voicemail: 'routed to voicemail',
  staff: 'routed to staff',
  unanswered: 'routed to staff but not answered',
  disconnected: 'caller disconnected during IVR',
} as const;
