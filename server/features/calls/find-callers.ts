import { type FoundCaller, maxFound, maxSearchedCalls } from '@mailcall/contract/search.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type SearchedText, textMatches } from '../../platform/text-search.ts';
import type { SearchWanted } from '../../platform/search-wanted.ts';
import {
  callInAccounts,
  type CheckedScope,
  type ListedId,
  type ListQuery,
  type ListSources,
  queryFoundPage,
  queryPageAtVersion,
} from '../scope/index.ts';

interface CallerRecord {
  call_id: string;
  account_id: string;
  account_name: string;
  caller: string;
  caller_name: string | null;
  caller_id_name: string | null;
  caller_phone_number: string | null;
  call_date_time: Date;
  time_zone: string;
}

/**
 * The texts of a call before its summary: names, caller ID and number. They are divided only where the word is in all of them: DuckDB would
 * divide those of every call.
 */
const inCaller: SearchedText = (word) => {
  const parts = [1, 2, 3].map((part) => sql`split_part(calls.search_text, '¦', ${sql.lit(part)})`);
  const found = (text: RawBuilder<unknown>) => sql<SqlBool>`position(cast(${word} as text) in ${text}) > 0`;
  return sql<SqlBool>`case when ${found(sql`calls.search_text`)} then ${sql.join(parts.map(found), sql` or `)} else false end`;
};

/** Whether a query is one number in full, by which an index finds its calls. */
const isNumber = (query: string): boolean => /^[2-9]\d{9}$/.test(query);

const columns = sql`
  calls.id as call_id, calls.account_id, accounts.name as account_name, calls.caller_name, calls.caller_id_name,
  calls.caller_phone_number, calls.call_date_time, accounts.time_zone,
  coalesce(caller_key(calls.caller_phone_number), calls.id) as caller`;

/** The newest calls that meet a condition. */
const newest = (condition: RawBuilder<unknown>): ListQuery<ListedId> => ({
  total: sql`select 0 as total`,
  page: sql<ListedId>`
    select calls.account_id, calls.id, calls.call_date_time as sort_key from calls where ${condition}
    order by calls.call_date_time desc, calls.id limit ${sql.lit(maxSearchedCalls)}`,
  order: sql`answer.sort_key desc, answer.id`,
});

async function findCalls(
  sources: ListSources,
  scope: CheckedScope,
  { condition, inRecord }: { condition: RawBuilder<unknown>; inRecord: boolean },
  signal: AbortSignal,
): Promise<CallerRecord[]> {
  const { accountIds } = scope;
  const found = newest(sql`${callInAccounts(scope)} and ${condition}`);
  const { rows } =
    (inRecord
      ? null
      : await queryFoundPage(
          sources,
          found,
          (listed) => sql<CallerRecord & { place: number }>`
            select ${columns}, listed.place from ${listed}
            join calls on calls.account_id = listed.account_id and calls.id = listed.id
            join accounts on accounts.id = calls.account_id`,
          { accountIds, signal },
        )) ??
    (await queryPageAtVersion<CallerRecord>(sources.database, accountIds, {
      total: found.total,
      page: sql<CallerRecord>`
        select ${columns} from (${found.page}) as listed
        join calls on calls.account_id = listed.account_id and calls.id = listed.id
        join accounts on accounts.id = calls.account_id`,
      order: sql`answer.call_date_time desc, answer.call_id`,
    }));
  return rows;
}

function conditionOf(wanted: SearchWanted): { condition: RawBuilder<unknown>; inRecord: boolean } | null {
  if ('ids' in wanted)
    return wanted.ids.length === 0
      ? null
      : { condition: sql`calls.id = any(${[...wanted.ids]})`, inRecord: true };
  if (isNumber(wanted.query))
    return {
      condition: sql`caller_key(calls.caller_phone_number) = caller_key(cast(${wanted.query} as text))`,
      inRecord: true,
    };
  const condition = textMatches(wanted.query, [inCaller]);
  return condition && { condition, inRecord: false };
}

/**
 * The callers that a search wants, each once by office and number, the one who called last first. Calls whose number is not known are
 * callers of their own.
 */
export async function findCallers(
  sources: ListSources,
  scope: CheckedScope,
  wanted: SearchWanted,
  signal: AbortSignal,
): Promise<FoundCaller[]> {
  const which = conditionOf(wanted);
  if (!which || scope.accountIds.length === 0) return [];
  const callers = new Map<string, CallerRecord>();
  for (const row of await findCalls(sources, scope, which, signal)) {
    const key = JSON.stringify([row.account_id, row.caller]);
    if (!callers.has(key)) callers.set(key, row);
  }
  return [...callers.values()].slice(0, maxFound).map((row) => ({
    callId: row.call_id,
    accountId: row.account_id,
    accountName: row.account_name,
    callerName: row.caller_name,
    callerIdName: row.caller_id_name,
    callerPhoneNumber: row.caller_phone_number,
    dateTime: row.call_date_time.toISOString(),
    timeZone: row.time_zone,
  }));
}
