import type { Provider } from '@mailcall/contract/provider.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { teamAccounts } from '../team/index.ts';
import type { Viewer } from '../identity/index.ts';
import { isLead } from './roles.ts';

/** Served by the index `calls_to_score`. */
const lacksScore = sql<SqlBool>`(not calls.deleted
  and (calls.answered_by is null or (calls.opportunity is null and calls.score_source = 'telephony' and calls.has_audio)))`;

export interface DeskOptions {
  viewer: Viewer;
  provider: Provider;
  now: Date;
}

/** Condition over `calls` in all accounts. Calls of the past do not wait. */
export const waitsForScore = ({
  provider,
  now,
}: Pick<DeskOptions, 'provider' | 'now'>): RawBuilder<SqlBool> => sql<SqlBool>`(${lacksScore}
  and not calls.personal_data_removed and not calls.before_callbacks
  and calls.call_date_time > ${new Date(now.getTime() - days(provider.scoring.maxAgeDays))})`;

/** Condition over `calls` in the viewer's accounts. */
export const waits = (options: DeskOptions): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${waitsForScore(options)} and ${teamAccounts(options.viewer, 'calls.account_id')})`;

export const isOfCall = (table: string) =>
  sql`${sql.ref(`${table}.account_id`)} = calls.account_id and ${sql.ref(`${table}.call_id`)} = calls.id`;

export const isTaken = ({ viewer, now }: Pick<DeskOptions, 'viewer' | 'now'>) => sql<SqlBool>`exists (
  select 1 from score_claims claim where ${isOfCall('claim')} and claim.purpose = 'score'
    and claim.contact_id <> ${viewer.contactId} and claim.expires_at > ${now})`;

/** Skips hide a call from their author, missing recordings from all for a while, problems from scorers, languages from non-speakers. */
const isSkipped = ({ viewer, now }: Pick<DeskOptions, 'viewer' | 'now'>) => sql<SqlBool>`exists (
  select 1 from score_skips skip where ${isOfCall('skip')} and case skip.reason
    when 'no recording' then skip.until > ${now}
    when 'technical' then not ${isLead(viewer)}::boolean
    else skip.contact_id = ${viewer.contactId} or (skip.language is not null and lower(skip.language) not in (
      select lower(known) from team_members member, unnest(member.languages) known
      where member.contact_id = ${viewer.contactId})) end)`;

export type ClaimPurpose = 'score' | 'second pass';

export interface WaitingCall {
  accountId: string;
  callId: string;
}

/** Condition over `pass` and `calls`: the viewer has not seen the first score. A claim reserves the second pass until it ends. */
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

/** With waiting time `since`. Second passes wait since they were chosen, and look like other calls. */
export const callsToScore = (options: DeskOptions) => sql`(
  select calls.*, calls.call_date_time as since, 'score' as purpose from calls where ${waits(options)}
  union all
  select calls.*, pass.chosen_at as since, 'second pass' as purpose
  from score_second_passes pass join calls on ${isOfCall('pass')} where ${isForSecond(options)}) calls`;

export interface NextCall extends WaitingCall {
  purpose: ClaimPurpose;
}

/** Own drafts first, then the longest waiting. */
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
