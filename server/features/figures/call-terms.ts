import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Properties of a call, each one SQL expression over a `calls` row. Every figure, list, badge and label uses them. Each is
 * true or false, never null, so that it can be negated. Numbers are codes fixed in `dimension_values`: answered by 1 =
 * Staff; patient type 2 = NOT a Patient Opportunity, 4 = Spam.
 */
const term = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => text as RawBuilder<SqlBool>;

/** The answerer is known. */
const scored = sql`(calls.answered_by is not null)`;
/** Staff answered. */
const answered = sql`(calls.answered_by is not null and calls.answered_by = 1)`;
/** Answered and scored as a valid appointment opportunity. */
const opportunity = sql`(${answered} and coalesce(calls.opportunity, false))`;
/** Not answered by staff, and neither spam nor a caller without opportunity. */
const missed = sql`(${scored} and calls.answered_by <> 1 and coalesce(calls.patient_type, 0) not in (2, 4))`;
/** Scored, but neither an opportunity nor missed. */
const nonOpportunity = sql`(${scored} and not ${opportunity} and not ${missed})`;
const unresolved = sql`(calls.resolve_date is null)`;
const calledForCallback = sql`(${missed} or calls.follow_up_opportunity)`;
/** Whether a user can resolve the call. */
const resolvable = sql`(${unresolved} and ${calledForCallback})`;

/** Conditions over `calls`. */
export const callTerms = {
  answered: term(answered),
  opportunity: term(opportunity),
  missed: term(missed),
  nonOpportunity: term(nonOpportunity),
  /** The answerer is not known yet. */
  unscored: term(sql`(calls.answered_by is null)`),
  /** Has at least one counted appointment. */
  appointment: term(sql`(calls.appointment_count > 0)`),
  /** Needs a follow-up that was not made. */
  followUp: term(sql`(calls.follow_up_opportunity and ${unresolved})`),
  /** Missed or needing a follow-up, and not resolved. */
  resolvable: term(resolvable),
  /** Resolvable calls that wait for a callback; calls that were imported as past ones do not. */
  missedAndFollowUp: term(sql`(not calls.before_callbacks and ${resolvable})`),
  /** Missed or needing a follow-up, resolved or not. */
  calledForCallback: term(calledForCallback),
  /** Answered by something other than staff. */
  answeredByOthers: term(sql`(${scored} and calls.answered_by <> 1)`),
  hasAudio: term(sql`calls.has_audio`),
} as const;

/**
 * Condition in SQL that an appointment counts: all do, even cancelled ones, except those replaced by a later one.
 * @param appointment name of `appointments` in the statement
 * @param appointments SQL of the table with possible replacements
 */
export const appointmentCountsAs = (
  appointment: string,
  appointments = 'appointments',
): string => `(not ${appointment}.deleted and not exists (
  select 1 from ${appointments} as later
  where later.account_id = ${appointment}.account_id and later.previous_appointment_id = ${appointment}.id and not later.deleted))`;

/** Condition that an `appointments` row counts. */
export const appointmentCounts: RawBuilder<SqlBool> = sql.raw(appointmentCountsAs('appointments'));
