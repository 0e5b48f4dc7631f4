import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * What one call is, one expression a term over a row of `calls`. Every figure, list, badge and
 * label uses these. Each is true or false for every call, never unknown, so that it may be negated. The numbers are the
 * codes that `dimension_values` fixes: answered by 1 = Staff; patient type 2 = NOT a Patient Opportunity, 4 = Spam.
 */
const term = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => text as RawBuilder<SqlBool>;

/** It is known who or what answered. */
const scored = sql`(calls.answered_by is not null)`;
/** Staff answered. */
const answered = sql`(calls.answered_by is not null and calls.answered_by = 1)`;
/** Answered and scored as a valid appointment opportunity. */
const opportunity = sql`(${answered} and coalesce(calls.opportunity, false))`;
/** Something else than staff answered, and it was neither spam nor a caller without an opportunity. */
const missed = sql`(${scored} and calls.answered_by <> 1 and coalesce(calls.patient_type, 0) not in (2, 4))`;
/** Scored, and neither an opportunity call nor missed. */
const nonOpportunity = sql`(${scored} and not ${opportunity} and not ${missed})`;
const unresolved = sql`(calls.resolve_date is null)`;

/** Each term of the figures as a condition over `calls`. */
export const callTerms = {
  answered: term(answered),
  opportunity: term(opportunity),
  missed: term(missed),
  nonOpportunity: term(nonOpportunity),
  /** It is not known yet who answered. */
  unscored: term(sql`(calls.answered_by is null)`),
  /** Has at least one counted appointment. */
  appointment: term(sql`(calls.appointment_count > 0)`),
  /** Needs a follow-up that has not been made. */
  followUp: term(sql`(calls.follow_up_opportunity and ${unresolved})`),
  /** Missed or needing a follow-up, and not resolved. */
  missedAndFollowUp: term(sql`(${unresolved} and (${missed} or calls.follow_up_opportunity))`),
  /** Missed or needing a follow-up, resolved or not. */
  calledForCallback: term(sql`(${missed} or calls.follow_up_opportunity)`),
  /** Something other than staff is known to have answered. */
  answeredByOthers: term(sql`(${scored} and calls.answered_by <> 1)`),
  hasAudio: term(sql`calls.has_audio`),
} as const;

/**
 * SQL of the condition that an appointment counts: every one does, a cancelled one too, but one that a later appointment
 * replaced.
 * @param appointment the name of `appointments` in the statement
 * @param appointments SQL of the table with those that can have replaced it
 */
export const appointmentCountsAs = (
  appointment: string,
  appointments = 'appointments',
): string => `(not ${appointment}.deleted and not exists (
  select 1 from ${appointments} as later
  where later.account_id = ${appointment}.account_id and later.previous_appointment_id = ${appointment}.id and not later.deleted))`;

/** The condition that a row of `appointments` counts. */
export const appointmentCounts: RawBuilder<SqlBool> = sql.raw(appointmentCountsAs('appointments'));
