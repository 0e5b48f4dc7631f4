interface Dimension {
  label: string;
  /** Column of `calls` with the value's code; `dimension_values` has the text. */
  column: string;
  picklist: 'score' | 'campaign';
  picklistField?: string;
  hasWording?: boolean;
  /** Combination of the columnar copy that includes this dimension; absent if no figure counts by it. */
  combination?: 'outcome' | 'caller' | 'source';
}

/** Filters, picklists, columns, breakdowns and the columnar copy derive from these dimensions of calls; filters in URLs keep the order. */
export const dimensions = {
  answeredBy: {
    label: 'Answered by',
    column: 'answered_by',
    picklist: 'score',
    combination: 'outcome',
  },
  nonOpportunityReason: {
    label: 'Non-opportunity reason',
    column: 'non_opportunity_reason',
    picklist: 'score',
    hasWording: true,
    combination: 'outcome',
  },
  paymentType: {
    label: 'Payment type',
    column: 'payment_type',
    picklist: 'score',
    combination: 'caller',
  },
  callerSource: {
    label: 'Referral source',
    column: 'caller_source',
    picklist: 'score',
    picklistField: 'callerProvidedSource',
    combination: 'source',
  },
  voicemailOutcome: {
    label: 'Voicemail outcome',
    column: 'voicemail_outcome',
    picklist: 'score',
    combination: 'caller',
  },
  callerGender: {
    label: 'Caller gender',
    column: 'caller_gender',
    picklist: 'score',
    combination: 'caller',
  },
  followUpReason: {
    label: 'Follow-up reason',
    column: 'follow_up_reason',
    picklist: 'score',
    hasWording: true,
    combination: 'outcome',
  },
  noAppointmentScheduledReason: {
    label: 'No appointment because',
    column: 'no_appointment_scheduled_reason',
    picklist: 'score',
    hasWording: true,
    combination: 'outcome',
  },
  ivrOutcome: {
    label: 'IVR outcome',
    column: 'ivr_outcome',
    picklist: 'score',
    combination: 'caller',
  },
  callerLanguage: {
    label: 'Caller language',
    column: 'caller_language',
    picklist: 'score',
    combination: 'caller',
  },
  patientType: {
    label: 'Patient type',
    column: 'patient_type',
    picklist: 'score',
    hasWording: true,
    combination: 'outcome',
  },
  /** The filter also takes `noMediaType`. */
  mediaType: {
    label: 'Media type',
    column: 'media_type',
    picklist: 'campaign',
    combination: 'source',
  },
  campaignType: {
    label: 'Campaign type',
    column: 'campaign_type',
    picklist: 'campaign',
    combination: 'source',
  },
  recordType: {
    label: 'Record type',
    column: 'record_type',
    picklist: 'score',
  },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as DimensionName[];

export const dimensionOf = (name: DimensionName): Dimension => dimensions[name];

export const picklistFieldOf = (name: DimensionName): string => dimensionOf(name).picklistField ?? name;

export const picklistFields = (object: Dimension['picklist']): string[] =>
  dimensionNames.filter((name) => dimensions[name].picklist === object).map(picklistFieldOf);

export const dimensionsOfCombination = (combination: Dimension['combination']): DimensionName[] =>
  dimensionNames.filter((name) => dimensionOf(name).combination === combination);
