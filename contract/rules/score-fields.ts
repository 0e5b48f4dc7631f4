import { type DimensionName, dimensions } from '../figures/dimensions.ts';

export const scoreGroups = {
  answered: 'Who answered',
  caller: 'Caller',
  opportunity: 'Opportunity',
  wishes: 'Asked for',
  staff: 'Staff member',
  outcome: 'Outcome',
  summary: 'Summary',
} as const;
export type ScoreGroup = keyof typeof scoreGroups;

/** Lists of values of a choice. Filters do not use the one of pricing answers. */
export type ScorePicklist =
  | Exclude<DimensionName, 'mediaType' | 'campaignType' | 'recordType'>
  | 'priceAnswer';

interface Shared {
  label: string;
  group: ScoreGroup;
  /** Null if the value is stored elsewhere. */
  column: string | null;
  /** Key that leads to the field. Upper case with Shift. */
  letter: string;
  missing: string;
  /** The cursor stops here although the field is optional. */
  asked?: true;
}
type FieldDefinition = Shared &
  (
    | { kind: 'yes-no' | 'staff' | 'appointments' | 'seconds' }
    | { kind: 'choice'; picklist: ScorePicklist }
    | { kind: 'inquiries'; inquiry: 'offer' | 'service' | 'insurance' }
    /** Length in UTF-16 units. */
    | { kind: 'text'; maxLength: number }
  );

const group = <const Group extends ScoreGroup>(name: Group) => ({ group: name });
const yesNo = <const Column extends string>(column: Column) =>
  ({ kind: 'yes-no', column, missing: 'Answer yes or no.' }) as const;
const choice = <const List extends keyof typeof dimensions & ScorePicklist>(picklist: List) =>
  ({
    kind: 'choice',
    picklist,
    label: dimensions[picklist].label,
    column: dimensions[picklist].column,
  }) as const;
const inquiries = <const Inquiry extends string>(inquiry: Inquiry) =>
  ({ kind: 'inquiries', inquiry, column: null, missing: 'Add what the caller asked about.' }) as const;

/** In the order of a caller's story, as the form shows them. Columns: docs/reference/figures.md. */
export const scoreFields = {
  answeredBy: { ...group('answered'), ...choice('answeredBy'), letter: 'w', missing: 'Choose who answered.' },
  handler: {
    ...group('answered'),
    kind: 'staff',
    label: 'Staff member',
    column: 'handler_id',
    letter: 't',
    missing: 'Choose who on the staff answered.',
    asked: true,
  },
  interactedWithIvr: {
    ...group('answered'),
    ...yesNo('interacted_with_ivr'),
    label: 'Caller interacted with IVR',
    letter: 'u',
  },
  ivrOutcome: {
    ...group('answered'),
    ...choice('ivrOutcome'),
    letter: 'U',
    missing: 'Choose how the phone menu ended.',
  },
  voicemailLeftMessage: {
    ...group('answered'),
    ...yesNo('voicemail_left_message'),
    label: 'Left a message',
    letter: 'e',
  },
  voicemailOutcome: {
    ...group('answered'),
    ...choice('voicemailOutcome'),
    letter: 'E',
    missing: 'Choose what the voicemail brought.',
  },
  voicemailWantsAppointment: {
    ...group('answered'),
    ...yesNo('voicemail_wants_appointment'),
    label: 'Message asks for an appointment',
    letter: 'B',
  },
  callerName: {
    ...group('caller'),
    kind: 'text',
    maxLength: 500,
    label: 'Caller name',
    column: null,
    letter: 'n',
    missing: 'Enter the caller’s name.',
  },
  patientType: {
    ...group('caller'),
    ...choice('patientType'),
    letter: 'p',
    missing: 'Choose the patient type.',
  },
  callerGender: {
    ...group('caller'),
    ...choice('callerGender'),
    letter: 'G',
    missing: 'Choose the caller’s gender.',
  },
  callerLanguage: {
    ...group('caller'),
    ...choice('callerLanguage'),
    letter: 'l',
    missing: 'Choose the caller’s language.',
  },
  opportunity: {
    ...group('opportunity'),
    ...yesNo('opportunity'),
    label: 'Opportunity',
    letter: 'o',
    missing: 'Say whether the call is an opportunity.',
  },
  nonOpportunityReason: {
    ...group('opportunity'),
    ...choice('nonOpportunityReason'),
    letter: 'O',
    missing: 'Choose why the call is not an opportunity.',
  },
  callerSource: {
    ...group('wishes'),
    ...choice('callerSource'),
    letter: 'r',
    missing: 'Choose the source that the caller named.',
  },
  sourceMentioned: {
    ...group('wishes'),
    kind: 'text',
    maxLength: 1000,
    label: 'Source mentioned',
    column: 'source_mentioned',
    letter: 'R',
    missing: 'Enter the caller’s words about the source.',
  },
  wrongSourceMentioned: {
    ...group('wishes'),
    ...yesNo('wrong_source_mentioned'),
    label: 'Wrong source mentioned',
    letter: 'W',
  },
  offers: { ...group('wishes'), ...inquiries('offer'), label: 'Offers', letter: 'd' },
  services: { ...group('wishes'), ...inquiries('service'), label: 'Services', letter: 'v' },
  insurances: { ...group('wishes'), ...inquiries('insurance'), label: 'Insurances', letter: 'i' },
  paymentType: {
    ...group('wishes'),
    ...choice('paymentType'),
    letter: 'y',
    missing: 'Choose the payment type.',
  },
  priceAnswer: {
    ...group('wishes'),
    kind: 'choice',
    picklist: 'priceAnswer',
    label: 'Pricing answer',
    column: 'price_answer',
    letter: 'c',
    missing: 'Choose the answer to the question about the price.',
  },
  askedForAppointment: {
    ...group('staff'),
    ...yesNo('asked_for_appointment'),
    label: 'Asked for appointment',
    letter: 'a',
  },
  appointmentCallerMentioned: {
    ...group('staff'),
    ...yesNo('appointment_caller_mentioned'),
    label: 'Caller asked for the appointment first',
    letter: 'A',
  },
  askedForSource: { ...group('staff'), ...yesNo('asked_for_source'), label: 'Asked for source', letter: 's' },
  sourceCallerMentioned: {
    ...group('staff'),
    ...yesNo('source_caller_mentioned'),
    label: 'Caller named the source first',
    letter: 'S',
  },
  goodImpression: {
    ...group('staff'),
    ...yesNo('good_impression'),
    label: 'Good first impression',
    letter: 'g',
  },
  askedForAdditionalAppointment: {
    ...group('staff'),
    ...yesNo('asked_for_additional_appointment'),
    label: 'Asked for additional appointments',
    letter: 'x',
  },
  additionalAppointmentCallerMentioned: {
    ...group('staff'),
    ...yesNo('additional_appointment_caller_mentioned'),
    label: 'Caller asked for additional appointments first',
    letter: 'X',
  },
  placedOnHold: { ...group('staff'), ...yesNo('placed_on_hold'), label: 'Placed on hold', letter: 'h' },
  askedToPlaceOnHold: {
    ...group('staff'),
    ...yesNo('asked_to_place_on_hold'),
    label: 'Asked to place on hold',
    letter: 'H',
  },
  holdSeconds: {
    ...group('staff'),
    kind: 'seconds',
    label: 'Hold time in seconds',
    column: 'hold_seconds',
    letter: 'T',
    missing: 'Enter the seconds on hold.',
  },
  appointments: {
    ...group('outcome'),
    kind: 'appointments',
    label: 'Appointments',
    column: null,
    letter: 'b',
    missing: 'Add the appointment.',
  },
  noAppointmentScheduledReason: {
    ...group('outcome'),
    ...choice('noAppointmentScheduledReason'),
    letter: 'N',
    missing: 'Choose why there is no appointment.',
  },
  followUpOpportunity: {
    ...group('outcome'),
    ...yesNo('follow_up_opportunity'),
    label: 'Needs follow-up',
    letter: 'f',
    missing: 'Say whether the office should call back.',
  },
  followUpReason: {
    ...group('outcome'),
    ...choice('followUpReason'),
    letter: 'F',
    missing: 'Choose why the caller needs a follow-up.',
  },
  highlights: {
    ...group('summary'),
    kind: 'text',
    maxLength: 10_000,
    label: 'Call summary',
    column: 'highlights',
    letter: 'j',
    missing: 'Enter a summary.',
  },
} as const satisfies Record<string, FieldDefinition>;

type Fields = typeof scoreFields;
export type ScoreFieldName = keyof Fields;
export const scoreFieldNames = Object.keys(scoreFields) as ScoreFieldName[];
/** Columns of a score that the form fills; the id of a score is not among them. */
export type ScoreColumn = NonNullable<Fields[ScoreFieldName]['column']>;
export type ScoreFieldsOfKind<Kind extends FieldDefinition['kind']> = {
  [Name in ScoreFieldName]: Fields[Name]['kind'] extends Kind ? Name : never;
}[ScoreFieldName];

export const scoreFieldOf = (name: ScoreFieldName): FieldDefinition & { column: ScoreColumn | null } =>
  scoreFields[name];
