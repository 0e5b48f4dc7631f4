import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Never null, so that terms can be negated. Codes: answered by 1 = Staff; patient type 2 = NOT a Patient Opportunity, 4 = Spam. */
const term = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => text as RawBuilder<SqlBool>;

const scored = sql`(calls.answered_by is not null)`;
const answered = sql`(calls.answered_by is not null and calls.answered_by = 1)`;
const opportunity = sql`(${answered} and coalesce(calls.opportunity, false))`;
/** Calls not answered by staff, except spam and callers without opportunity. */
const missed = sql`(${scored} and calls.answered_by <> 1 and coalesce(calls.patient_type, 0) not in (2, 4))`;
const nonOpportunity = sql`(${scored} and not ${opportunity} and not ${missed})`;
const unresolved = sql`(calls.resolve_date is null)`;
const calledForCallback = sql`(${missed} or calls.follow_up_opportunity)`;
const resolvable = sql`(${unresolved} and ${calledForCallback})`;

export const callTerms = {
  answered: term(answered),
  opportunity: term(opportunity),
  missed: term(missed),
  nonOpportunity: term(nonOpportunity),
  unscored: term(sql`(calls.answered_by is null)`),
  appointment: term(sql`(calls.appointment_count > 0)`),
  followUp: term(sql`(calls.follow_up_opportunity and ${unresolved})`),
  resolvable: term(resolvable),
  /** Leaves out calls that were imported as past ones. */
  missedAndFollowUp: term(sql`(not calls.before_callbacks and ${resolvable})`),
  calledForCallback: term(calledForCallback),
  answeredByOthers: term(sql`(${scored} and calls.answered_by <> 1)`),
  hasAudio: term(sql`calls.has_audio`),
} as const;

/** Cancelled appointments count, replaced ones do not. @param appointment alias @param appointments SQL of possible replacements */
export const appointmentCountsAs = (
  appointment: string,
  appointments = 'appointments',
): string => `(not ${appointment}.deleted and not exists (
  select 1 from ${appointments} as later
  where later.account_id = ${appointment}.account_id and later.previous_appointment_id = ${appointment}.id and not later.deleted))`;

export const appointmentCounts: RawBuilder<SqlBool> = sql.raw(appointmentCountsAs('appointments'));
