interface Dimension {
  /** Visible name; 'Patient' follows the account's wording. */
  label: string;
  /** Column of `calls` with the code of the value; `dimension_values` has the text. */
  column: string;
  /** Object whose picklist has the options. */
  picklist: 'score' | 'campaign';
  /** Field of the picklist, if it has another name. */
  picklistField?: string;
  /** Whether people read the values in the account's wording. */
  hasWording?: boolean;
  /** Combination of the columnar copy whose number stands for the value; absent: no figure counts by it. */
  combination?: 'outcome' | 'caller' | 'source';
}

/**
 * Dimensions of a call: each has one text of a list, or none. Filters, their names, picklists, columns, breakdowns and
 * the columnar copy derive from these entries. Their order is that of filters in addresses.
 */
export const dimensions = {
  /** Kind of answerer, such as Staff or Voicemail. */
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
  /** Referral sources named by callers. */
  callerSource: {
    label: 'Referral source',
    column: 'caller_source',
    picklist: 'score',
    picklistField: 'callerProvidedSource',
    combination: 'source',
  },
  /** Outcomes of calls answered by voicemail. */
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
  /** Outcomes of calls answered by the phone menu. */
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
  /** Media types of campaigns; the filter also takes `noMediaType`. */
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
  /** Kinds of the calls' records in the provider's system. */
  recordType: {
    label: 'Record type',
    column: 'record_type',
    picklist: 'score',
  },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as DimensionName[];

/** The entry of a dimension, with all its fields. */
export const dimensionOf = (name: DimensionName): Dimension => dimensions[name];

/** The field of a dimension's picklist. */
export const picklistFieldOf = (name: DimensionName): string => dimensionOf(name).picklistField ?? name;

/** The fields of an object that have picklists. */
export const picklistFields = (object: Dimension['picklist']): string[] =>
  dimensionNames.filter((name) => dimensions[name].picklist === object).map(picklistFieldOf);

/** The dimensions that one combination of the columnar copy has. */
export const dimensionsOfCombination = (combination: Dimension['combination']): DimensionName[] =>
  dimensionNames.filter((name) => dimensionOf(name).combination === combination);
