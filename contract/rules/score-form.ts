import {
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreFieldsOfKind,
  type ScorePicklist,
  scoreFields,
} from './score-fields.ts';
import {
  answerers,
  answererTexts,
  fixedPatientTypes,
  fixedPatientTypeTexts,
  ivrOutcomes,
} from './score-texts.ts';
import {
  emptyScore,
  maxHoldSeconds,
  type ScoreInquiry,
  type ScoreValue,
  type ScoreValues,
} from './score-values.ts';

export interface ScoreOption {
  value: string;
  label: string;
}

export interface ScoreContext {
  /** In display order, with the call's present values. A provider may lack some lists. */
  picklists: Readonly<Partial<Record<ScorePicklist, readonly ScoreOption[]>>>;
  /** Null if unknown. */
  durationSeconds: number | null;
  bookedAppointments: number;
  /** Most frequent in the office's last calls; null if unknown. */
  usualLanguage: string | null;
}

export type ScoreFieldState = 'hidden' | 'optional' | 'required' | 'derived';

export interface ScoreFieldRule<Value extends ScoreValue = ScoreValue> {
  state: ScoreFieldState;
  value: Value;
  /** Suggested for an empty field; counts once saved. */
  proposal: Value | null;
  problem: string | null;
}

export type ScoreForm = { readonly [Name in ScoreFieldName]: ScoreFieldRule<ScoreValues[Name]> };

/** Texts that figures depend on can be chosen although the provider's list lacks them. */
const fixedOptions: Partial<Record<ScorePicklist, readonly string[]>> = {
  answeredBy: answererTexts,
  patientType: fixedPatientTypeTexts,
};

/** A menu that led to staff is never chosen: it follows from who answered. */
export function scoreOptions(
  field: ScoreFieldsOfKind<'choice'>,
  { picklists }: Pick<ScoreContext, 'picklists'>,
): readonly ScoreOption[] {
  const { picklist } = scoreFields[field];
  const listed = (picklists[picklist] ?? []).filter(
    ({ value }) => field !== 'ivrOutcome' || value !== ivrOutcomes.staff,
  );
  const missing = (fixedOptions[picklist] ?? []).filter(
    (text) => !listed.some(({ value }) => value === text),
  );
  return [...listed, ...missing.map((value) => ({ value, label: value }))];
}

export const isEmptyScoreValue = (value: ScoreValue): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

const hidden = { state: 'hidden' } as const;
const optional = <const Value extends ScoreValue = null>(proposal: Value | null = null) =>
  ({ state: 'optional', proposal }) as const;
const required = <const Value extends ScoreValue = null>(proposal: Value | null = null) =>
  ({ state: 'required', proposal }) as const;
const derived = <const Value extends ScoreValue>(value: Value) => ({ state: 'derived', value }) as const;
interface Refused {
  isRefused: (value: string) => boolean;
  problem: string;
}
type Decision<Value> =
  | typeof hidden
  | { state: 'optional' | 'required'; proposal: Value | null; refused?: Refused }
  | { state: 'derived'; value: Value };
type Decide = <Name extends ScoreFieldName>(
  name: Name,
  decision: Decision<ScoreValues[Name]>,
) => ScoreValues[Name];

/** Each field depends only on fields decided before it, so answers in hidden fields change nothing. */
export function scoreForm(values: ScoreValues, context: ScoreContext): ScoreForm {
  const rules: Partial<Record<ScoreFieldName, ScoreFieldRule>> = {};
  const decide: Decide = (name, decision) => {
    const value =
      decision.state === 'hidden'
        ? emptyScore[name]
        : decision.state === 'derived'
          ? decision.value
          : tidy(values[name]);
    const rule = ruleOf(name, decision, value, context);
    rules[name] = rule;
    return value;
  };
  decideAll(decide, context);
  return Object.fromEntries(scoreFieldNames.map((name) => [name, rules[name]])) as unknown as ScoreForm;
}

function ruleOf(
  name: ScoreFieldName,
  decision: Decision<ScoreValue>,
  value: ScoreValue,
  context: ScoreContext,
): ScoreFieldRule {
  if (decision.state === 'hidden' || decision.state === 'derived')
    return { state: decision.state, value, proposal: null, problem: null };
  const { kind, missing } = scoreFieldOf(name);
  const options = kind === 'choice' ? scoreOptions(name as ScoreFieldsOfKind<'choice'>, context) : null;
  const state = options?.length === 0 ? 'optional' : decision.state;
  if (isEmptyScoreValue(value)) {
    const canPropose = options === null || options.some((option) => option.value === decision.proposal);
    return {
      state,
      value,
      proposal: canPropose ? decision.proposal : null,
      problem: state === 'required' ? missing : null,
    };
  }
  const { refused } = decision;
  const problem =
    typeof value === 'string' && refused?.isRefused(value) === true
      ? refused.problem
      : scoreFieldProblem(name, value, context);
  return { state, value, proposal: null, problem };
}

interface Known {
  answeredBy: string | null;
  byStaff: boolean;
  heard: boolean;
  isSpam: boolean;
  /** Spam, or never a client. */
  isNever: boolean;
  leftMessage: boolean | null;
}

function decideAll(decide: Decide, context: ScoreContext): void {
  const answeredBy = decide('answeredBy', required());
  const byStaff = answeredBy === answerers.staff;
  decide('handler', byStaff ? optional() : hidden);
  const { leftMessage, asksForVisit } = decideMachines(decide, answeredBy, context);
  decide('callerName', answeredBy === null ? hidden : optional());

  const heard = byStaff || leftMessage === true;
  const patientType = decide(
    'patientType',
    answeredBy === null ? hidden : heard ? required() : optional(fixedPatientTypes.unknown),
  );
  const isSpam = patientType === fixedPatientTypes.spam;
  const isNever = isSpam || patientType === fixedPatientTypes.nonOpportunity;
  const known = { answeredBy, byStaff, heard, isSpam, isNever, leftMessage };
  decide(
    'voicemailWantsAppointment',
    leftMessage !== true || isNever ? hidden : asksForVisit ? derived(true) : required(),
  );
  const person = heard && !isSpam;
  decide('callerGender', person ? optional() : hidden);
  decide('callerLanguage', person ? optional(context.usualLanguage) : hidden);

  const opportunity = decide(
    'opportunity',
    answeredBy === null
      ? hidden
      : !byStaff || isNever
        ? derived(false)
        : required(patientType === fixedPatientTypes.newPatient ? true : null),
  );
  decide(
    'nonOpportunityReason',
    !isNever && !(byStaff && opportunity === false) ? hidden : isSpam ? spamReason(context) : required(),
  );
  decideWishes(decide, known, opportunity);
  decideHandling(decide, known, opportunity, context);
  decide('highlights', answeredBy === null ? hidden : optional());
}

/** A spam call needs no reason if the provider's list has none for spam. */
function spamReason(context: ScoreContext) {
  const reason = scoreOptions('nonOpportunityReason', context).find(({ value }) => /^spam\b/i.test(value));
  return reason === undefined ? optional() : required(reason.value);
}

function decideMachines(
  decide: Decide,
  answeredBy: string | null,
  { picklists }: ScoreContext,
): { leftMessage: boolean | null; asksForVisit: boolean } {
  const byIvr = answeredBy === answerers.ivr;
  const interacted = decide(
    'interactedWithIvr',
    answeredBy === null ? hidden : byIvr ? derived(true) : optional(false),
  );
  const hasStaff = picklists.ivrOutcome?.some(({ value }) => value === ivrOutcomes.staff);
  const reachedStaff = hasStaff === true ? derived(ivrOutcomes.staff) : hidden;
  const ivrOutcome = decide(
    'ivrOutcome',
    byIvr
      ? { ...required(), refused: toStaff }
      : interacted !== true
        ? hidden
        : answeredBy === answerers.staff
          ? reachedStaff
          : { ...optional(outcomeOfMenu(answeredBy)), refused: toStaff },
  );
  const atVoicemail = answeredBy === answerers.voicemail || (byIvr && ivrOutcome === ivrOutcomes.voicemail);
  const leftMessage = decide(
    'voicemailLeftMessage',
    atVoicemail ? required() : answeredBy === answerers.noAnswer ? derived(false) : hidden,
  );
  const outcome = decide(
    'voicemailOutcome',
    !atVoicemail || leftMessage === null
      ? hidden
      : leftMessage
        ? { ...required(), refused: noMessage }
        : { ...optional(), refused: someMessage },
  );
  return { leftMessage, asksForVisit: outcome !== null && /\bwants (an )?appointment\b/i.test(outcome) };
}

const toStaff: Refused = {
  isRefused: (value) => value === ivrOutcomes.staff,
  problem: 'If the menu led to someone on the staff, choose Staff as the one who answered.',
};
const noMessage: Refused = {
  isRefused: (value) => /^(no message|mailbox full)\b/i.test(value),
  problem: 'The caller left a message, so choose what it brought.',
};
const someMessage: Refused = {
  isRefused: (value) => /^left (a )?message\b/i.test(value),
  problem: 'The caller left no message, so choose why or leave it empty.',
};

const outcomeOfMenu = (answeredBy: string | null): string =>
  answeredBy === answerers.voicemail ? ivrOutcomes.voicemail : ivrOutcomes.unanswered;

function decideWishes(decide: Decide, { byStaff, heard, isNever }: Known, opportunity: boolean | null): void {
  const shown = heard && !isNever ? optional() : hidden;
  const mentioned = decide('sourceMentioned', shown);
  // the source is decided twice: whether it was wrong depends on its value, and then it is required
  const source = decide('callerSource', shown);
  const named = source !== null || mentioned !== null;
  const wrong = decide('wrongSourceMentioned', named ? optional(false) : hidden);
  if (wrong === true) decide('callerSource', required());
  const inquiries = heard && !isNever ? optional<never>() : hidden;
  decide('offers', inquiries);
  decide('services', inquiries);
  decide('insurances', inquiries);
  decide('paymentType', shown);
  decide('priceAnswer', byStaff && opportunity === true ? optional() : hidden);
}

function decideHandling(
  decide: Decide,
  { answeredBy, byStaff, isSpam, isNever, leftMessage }: Known,
  opportunity: boolean | null,
  context: ScoreContext,
): void {
  const byStaffForClient = byStaff && !isNever;
  const isOpportunity = byStaff && opportunity === true;
  const appointments = decide('appointments', byStaffForClient ? optional<never>() : hidden);
  const booked = byStaffForClient && appointments.length + context.bookedAppointments > 0;

  decideAsking(
    decide,
    ['askedForAppointment', 'appointmentCallerMentioned'],
    isOpportunity ? required() : hidden,
  );
  decideAsking(
    decide,
    ['askedForSource', 'sourceCallerMentioned'],
    isOpportunity ? required() : byStaffForClient ? optional() : hidden,
  );
  decideAsking(
    decide,
    ['askedForAdditionalAppointment', 'additionalAppointmentCallerMentioned'],
    isOpportunity && booked ? required() : hidden,
  );
  const byStaffForPerson = byStaff && !isSpam;
  decide('goodImpression', byStaffForClient ? required() : byStaffForPerson ? optional() : hidden);
  const onHold = decide('placedOnHold', byStaffForPerson ? optional(false) : hidden);
  decide('askedToPlaceOnHold', onHold === true ? required() : hidden);
  decide('holdSeconds', onHold === true ? optional() : hidden);

  decide('noAppointmentScheduledReason', isOpportunity && !booked ? required() : hidden);
  const followUp = decide('followUpOpportunity', followUpDecision());
  decide('followUpReason', followUp === true ? required() : hidden);

  function followUpDecision(): Decision<boolean | null> {
    if (answeredBy === null || isNever || (byStaff && opportunity === null)) return hidden;
    const asks = byStaff ? isOpportunity && !booked : leftMessage === true;
    return asks ? required() : optional(false);
  }
}

/** A question that counts only if the caller did not bring it up first. */
function decideAsking(
  decide: Decide,
  [asked, callerMentioned]: readonly [ScoreFieldsOfKind<'yes-no'>, ScoreFieldsOfKind<'yes-no'>],
  decision: Decision<boolean | null>,
): void {
  const first = decide(callerMentioned, decision.state === 'hidden' ? hidden : optional(false));
  decide(asked, first === true ? hidden : decision);
}

export function scoreFieldProblem(
  name: ScoreFieldName,
  value: ScoreValue,
  context: ScoreContext,
): string | null {
  const field = scoreFieldOf(name);
  if (field.kind === 'text' && typeof value === 'string' && value.length > field.maxLength)
    return `Use at most ${field.maxLength} characters.`;
  if (field.kind === 'choice') return problemOfChoice(name as ScoreFieldsOfKind<'choice'>, value, context);
  if (field.kind === 'seconds') return problemOfSeconds(value as number, context);
  if (name === 'appointments')
    return (value as ScoreValues['appointments']).every(
      ({ firstName, lastName, dateTime }) => firstName !== '' && lastName !== '' && dateTime !== '',
    )
      ? null
      : 'Complete the appointment: first name, last name, date and time.';
  return null;
}

function problemOfChoice(
  name: ScoreFieldsOfKind<'choice'>,
  value: ScoreValue,
  context: ScoreContext,
): string | null {
  const offered = scoreOptions(name, context);
  if (offered.length > 0 && !offered.some((option) => option.value === value))
    return 'Choose a value from the list.';
  return null;
}

function problemOfSeconds(seconds: number, { durationSeconds }: ScoreContext): string | null {
  if (!Number.isInteger(seconds) || seconds < 0) return 'Use whole seconds.';
  if (seconds > (durationSeconds ?? maxHoldSeconds)) return 'The hold cannot be longer than the call.';
  return null;
}

function tidy<Value extends ScoreValue>(value: Value): Value {
  return tidyValue(value) as Value;
}

function tidyValue(value: ScoreValue): ScoreValue {
  if (typeof value === 'string') return value.trim() || null;
  if (!Array.isArray(value)) return value;
  if (value.some((item) => 'dateTime' in item)) return value;
  const all = value as ScoreInquiry[];
  return all.filter((inquiry, at) => !isRepeated(inquiry, all, at));
}

/** A new item repeats a listed one with the same name. */
function isRepeated({ id, name }: ScoreInquiry, all: readonly ScoreInquiry[], at: number): boolean {
  const hasName = (other: ScoreInquiry) => other.name.toLowerCase() === name.toLowerCase();
  return id === null
    ? all.some((other, place) => hasName(other) && (other.id !== null || place < at))
    : all.findIndex((other) => other.id === id) < at;
}

/** Applying it twice changes nothing. */
export function cleanScore(values: ScoreValues, context: ScoreContext): ScoreValues {
  const form = scoreForm(values, context);
  return Object.fromEntries(
    scoreFieldNames.map((name) => [name, form[name].value]),
  ) as unknown as ScoreValues;
}

/** Without a context, an appointment may have been booked before. */
export function marksOfShownFields<Mark extends { field: ScoreFieldName }>(
  marks: readonly Mark[],
  values: ScoreValues,
  context?: ScoreContext,
): Mark[] {
  const forms = (context ? [context] : [unknownContext, { ...unknownContext, bookedAppointments: 1 }]).map(
    (one) => scoreForm(values, one),
  );
  return marks.filter(({ field }) => forms.some((form) => form[field].state !== 'hidden'));
}

const unknownContext: ScoreContext = {
  picklists: {},
  durationSeconds: null,
  bookedAppointments: 0,
  usualLanguage: null,
};

export function scoreProblems(form: ScoreForm): Partial<Record<ScoreFieldName, string>> {
  return Object.fromEntries(
    scoreFieldNames.flatMap((name) => {
      const { problem } = form[name];
      return problem === null ? [] : [[name, problem]];
    }),
  );
}

/** Includes proposals that follow from other proposals. */
export function withProposals(values: ScoreValues, context: ScoreContext): ScoreValues {
  let filled = values;
  for (;;) {
    const form = scoreForm(filled, context);
    const proposed = scoreFieldNames.filter((name) => form[name].proposal !== null);
    if (proposed.length === 0) return filled;
    filled = { ...filled, ...Object.fromEntries(proposed.map((name) => [name, form[name].proposal])) };
  }
}
