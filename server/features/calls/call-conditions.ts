import {
  type CallFilters,
  filterValues,
  type InquiryFilter,
  inquiryFilters,
  noMediaType,
} from '@mailcall/contract/call-filters.ts';
import { type DimensionName, dimensionNames } from '@mailcall/contract/figures/dimensions.ts';
import { lastThirtyDaysFilters, type OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callHasValue, callInAccounts, callInDates, idsOf } from '../scope/index.ts';

const everyCall = sql<SqlBool>`true`;

/** The list of non-opportunity calls has only those with a recording. */
const outcomeConditions: Readonly<Record<OutcomeFilter, RawBuilder<SqlBool>>> = {
  opportunity: callTerms.opportunity,
  appointment: callTerms.appointment,
  'missed call': callTerms.missed,
  'follow-up': callTerms.followUp,
  'non-opportunity': sql<SqlBool>`(${callTerms.nonOpportunity} and ${callTerms.hasAudio})`,
  'missed-and-followup': callTerms.missedAndFollowUp,
  'all calls': everyCall,
};

const both = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;
const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;

/** Follow-ups are of the last 30 days, other calls of the range. */
function hasOutcome(scope: CheckedScope, outcomes: readonly OutcomeFilter[]): RawBuilder<SqlBool> {
  const requested: readonly OutcomeFilter[] = outcomes.length > 0 ? [...new Set(outcomes)] : ['all calls'];
  const recent = requested.filter((outcome) => lastThirtyDaysFilters.includes(outcome));
  const ranged = requested.filter((outcome) => !lastThirtyDaysFilters.includes(outcome));
  const group = (names: readonly OutcomeFilter[]) => either(names.map((name) => outcomeConditions[name]));
  const groups: RawBuilder<SqlBool>[] = [];
  if (ranged.length > 0) groups.push(both([callInDates(scope, 'range'), group(ranged)]));
  if (recent.length > 0) groups.push(both([callInDates(scope, 'last thirty days'), group(recent)]));
  return either(groups);
}

/** Stands for calls that staff did not answer, among the ids of staff. */
const nonStaff = 'nonStaff';

/** The same calls as the leaderboard counts. */
function handledBy(ids: readonly string[]): RawBuilder<SqlBool> {
  const staff = ids.filter((id) => id !== nonStaff);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (staff.length > 0)
    conditions.push(
      both([callTerms.answered, sql<SqlBool>`calls.handler_id = any(${idsOf('handler', staff)})`]),
    );
  if (staff.length < ids.length) conditions.push(callTerms.answeredByOthers);
  return either(conditions);
}

function hasValue(dimension: DimensionName, values: readonly string[]): RawBuilder<SqlBool> {
  const named = callHasValue(dimension, values);
  return dimension === 'mediaType' && values.includes(noMediaType)
    ? either([named, sql<SqlBool>`calls.media_type is null`])
    : named;
}

const askedAbout = (kind: InquiryFilter, itemIds: readonly string[]) => sql<SqlBool>`exists (
  select 1 from inquiries where inquiries.account_id = calls.account_id and inquiries.call_id = calls.id
    and inquiries.kind = ${kind} and inquiries.item_id = any(${[...itemIds]}) and not inquiries.deleted)`;

/** Values of one filter OR, filters AND. */
export function callInList(scope: CheckedScope, filters: CallFilters = {}): RawBuilder<SqlBool> {
  const conditions = [callInAccounts(scope), hasOutcome(scope, filters.outcome ?? [])];
  for (const dimension of dimensionNames) {
    const values = filterValues(filters, dimension);
    if (values.length > 0) conditions.push(hasValue(dimension, values));
  }
  for (const kind of inquiryFilters) {
    const itemIds = filters[kind];
    if (itemIds?.length) conditions.push(askedAbout(kind, itemIds));
  }
  if (filters.callHandlerId?.length) conditions.push(handledBy(filters.callHandlerId));
  if (filters.scored !== undefined) conditions.push(sql<SqlBool>`${callTerms.unscored} <> ${filters.scored}`);
  if (filters.opportunity !== undefined)
    conditions.push(sql<SqlBool>`${callTerms.opportunity} = ${filters.opportunity}`);
  if (filters.hasAudio !== undefined)
    conditions.push(sql<SqlBool>`${callTerms.hasAudio} = ${filters.hasAudio}`);
  if (filters.onHold !== undefined) conditions.push(sql<SqlBool>`calls.placed_on_hold = ${filters.onHold}`);
  if (filters.wrongSourceMentioned !== undefined) {
    conditions.push(sql<SqlBool>`calls.wrong_source_mentioned = ${filters.wrongSourceMentioned}`);
  }
  // on the clock of the call's own office
  if (filters.weekday?.length) conditions.push(sql<SqlBool>`calls.local_weekday = any(${filters.weekday})`);
  if (filters.hour?.length) conditions.push(sql<SqlBool>`calls.local_hour = any(${filters.hour})`);
  return both(conditions);
}
