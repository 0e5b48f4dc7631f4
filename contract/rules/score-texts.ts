/** All answers to who answered a call. Figures depend on them; `dimension_values` has fixed codes for them. */
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

/** Every provider has them, with fixed codes, and can add others. */
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

export const ivrOutcomes = {
  voicemail: 'routed to voicemail',
  staff: 'routed to staff',
  unanswered: 'routed to staff but not answered',
  disconnected: 'caller disconnected during IVR',
} as const;
