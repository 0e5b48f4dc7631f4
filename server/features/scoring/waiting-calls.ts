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

/** A waiting call. */
export interface WaitingCall {
  accountId: string;
  callId: string;
}

/** The calls that the viewer may take next: own drafts first, then the oldest. */
export async function nextCalls(
  database: Queryable,
  options: DeskOptions,
  { except, accountIds, limit }: { except: readonly string[]; accountIds?: readonly string[]; limit: number },
): Promise<WaitingCall[]> {
  const { viewer } = options;
  const { rows } = await sql<WaitingCall>`
    select calls.account_id as "accountId", calls.id as "callId" from calls
    left join score_drafts draft on ${isOfCall('draft')} and draft.contact_id = ${viewer.contactId}
    where ${waits(options)} and not ${isTaken(options)} and not ${isSkipped(options)}
      and calls.id <> all(${[...except]}::text[])
      ${accountIds ? sql`and calls.account_id = any(${[...accountIds]}::text[])` : sql``}
    order by draft.contact_id is null, calls.call_date_time, calls.id limit ${limit}`.execute(database);
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
