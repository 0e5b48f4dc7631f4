import type { Provider } from '@mailcall/contract/provider.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { teamAccounts } from '../team/index.ts';
import type { Viewer } from '../identity/index.ts';
import { isLead } from './roles.ts';

/** Condition over `calls`. The index `calls_to_score` serves it. */
const lacksScore = sql<SqlBool>`(not calls.deleted
  and (calls.answered_by is null or (calls.opportunity is null and calls.score_source = 'telephony' and calls.has_audio)))`;

export interface DeskOptions {
  viewer: Viewer;
  provider: Provider;
  now: Date;
}

/** Condition over `calls`: waits for a score, in accounts of the viewer. Calls of the past do not wait. */
export const waits = ({
  viewer,
  provider,
  now,
}: DeskOptions): RawBuilder<SqlBool> => sql<SqlBool>`(${lacksScore}
  and not calls.personal_data_removed and not calls.before_callbacks
  and calls.call_date_time > ${new Date(now.getTime() - days(provider.scoring.maxAgeDays))}
  and ${teamAccounts(viewer, 'calls.account_id')})`;

/** Condition that a row of a table with account_id and call_id is about a row of `calls`. */
export const isOfCall = (table: string) =>
  sql`${sql.ref(`${table}.account_id`)} = calls.account_id and ${sql.ref(`${table}.call_id`)} = calls.id`;

/** Condition over `calls`: another person works on it. */
export const isTaken = ({ viewer, now }: Pick<DeskOptions, 'viewer' | 'now'>) => sql<SqlBool>`exists (
  select 1 from score_claims claim where ${isOfCall('claim')} and claim.purpose = 'score'
    and claim.contact_id <> ${viewer.contactId} and claim.expires_at > ${now})`;

/**
 * Condition over `calls`: a skip keeps the call from the viewer. The person who skipped it does not get it back; a missing recording keeps it
 * from all for a while; a technical problem is for leads; a language for people who know it.
 */
const isSkipped = ({ viewer, now }: Pick<DeskOptions, 'viewer' | 'now'>) => sql<SqlBool>`exists (
  select 1 from score_skips skip where ${isOfCall('skip')} and case skip.reason
    when 'no recording' then skip.until > ${now}
    when 'technical' then not ${isLead(viewer)}::boolean
    else skip.contact_id = ${viewer.contactId} or not exists (
      select 1 from team_members member where member.contact_id = ${viewer.contactId}
        and (skip.language is null or lower(skip.language) = any(select lower(known) from unnest(member.languages) known))) end)`;

/** What a call is scored for: its first score, or a second one beside it. */
export type ClaimPurpose = 'score' | 'second pass';

/** A waiting call. */
export interface WaitingCall {
  accountId: string;
  callId: string;
}

/**
 * Condition over `pass`, a second pass, and its call in `calls`: the viewer may score it without having seen the first score. Once a person
 * has it, it is theirs until the claim ends.
 */
const isForSecond = (
  options: DeskOptions,
) => sql<SqlBool>`(pass.state = 'open' and pass.first_contact_id <> ${options.viewer.contactId}
  and not calls.deleted and not calls.personal_data_removed
  and calls.call_date_time > ${new Date(options.now.getTime() - days(options.provider.scoring.maxAgeDays))}
  and ${teamAccounts(options.viewer, 'calls.account_id')} and not ${isSkipped(options)}
  and not exists (
    select 1 from score_versions version where ${isOfCall('version')} and version.contact_id = ${options.viewer.contactId})
  and not exists (
    select 1 from score_drafts draft where ${isOfCall('draft')} and draft.contact_id = ${options.viewer.contactId} and draft.purpose = 'score')
  and not exists (
    select 1 from score_claims claim where ${isOfCall('claim')} and (
      (claim.purpose = 'second pass' and claim.contact_id <> ${options.viewer.contactId} and claim.expires_at > ${options.now})
      or (claim.purpose = 'score' and claim.contact_id = ${options.viewer.contactId}))))`;

/**
 * Rows of `calls` with which the viewer could go on, and since when they wait (`since`): calls without a score, and second passes, which
 * wait since they were chosen and look like the others.
 */
export const callsToScore = (options: DeskOptions) => sql`(
  select calls.*, calls.call_date_time as since, 'score' as purpose from calls where ${waits(options)}
  union all
  select calls.*, pass.chosen_at as since, 'second pass' as purpose
  from score_second_passes pass join calls on ${isOfCall('pass')} where ${isForSecond(options)}) calls`;

/** A call that the viewer may take, and what for. */
export interface NextCall extends WaitingCall {
  purpose: ClaimPurpose;
}

/** The calls that the viewer may take next: own drafts first, then those that wait longest. */
export async function nextCalls(
  database: Queryable,
  options: DeskOptions,
  { except, accountIds, limit }: { except: readonly string[]; accountIds?: readonly string[]; limit: number },
): Promise<NextCall[]> {
  const { viewer } = options;
  const { rows } = await sql<NextCall>`
    select calls.account_id as "accountId", calls.id as "callId", calls.purpose from ${callsToScore(options)}
    left join score_drafts draft on ${isOfCall('draft')} and draft.contact_id = ${viewer.contactId}
    where (calls.purpose = 'second pass' or (not ${isTaken(options)} and not ${isSkipped(options)}))
      and calls.id <> all(${[...except]}::text[])
      ${accountIds ? sql`and calls.account_id = any(${[...accountIds]}::text[])` : sql``}
    order by draft.contact_id is null, calls.since, calls.id limit ${limit}`.execute(database);
  return rows;
}

/** Whether a call still waits for a score. */
export async function isWaiting(
  database: Queryable,
  options: DeskOptions,
  { accountId, callId }: WaitingCall,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from calls where calls.account_id = ${accountId} and calls.id = ${callId} and ${waits(options)}`.execute(
    database,
  );
  return rows.length > 0;
}
