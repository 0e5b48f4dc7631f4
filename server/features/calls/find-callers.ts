import { callerKey } from '@mailcall/contract/rules/caller-key.ts';
import { type FoundCaller, maxFound, maxSearchedCalls } from '@mailcall/contract/search.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readUntilAborted } from '../../platform/cancel-on-abort.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import {
  inSearchText,
  type SearchedText,
  type SearchWanted,
  textMatches,
} from '../../platform/text-search.ts';
import {
  type ListedId,
  type ListQuery,
  type QueryEngine,
  queryFoundPage,
  queryPageAtVersion,
} from '../figures/index.ts';
import { callInAccounts, callOfCampaigns, type CheckedScope } from '../scope/index.ts';

interface CallerSources {
  database: Database;
  readModel: QueryEngine;
}

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

/** Texts of a call before its summary: names, caller ID and number. They are divided only if the word is in all of them. */
const inCaller: SearchedText = (word) => {
  const parts = [1, 2, 3].map((part) => sql`split_part(calls.search_text, '¦', ${sql.lit(part)})`);
  const found = parts.map((part) => inSearchText(part)(word));
  return sql<SqlBool>`case when ${inSearchText(sql`calls.search_text`)(word)} then ${sql.join(found, sql` or `)} else false end`;
};

const inCopiedCaller: SearchedText = inSearchText(sql`calls.caller_text`);

/** Whether a query can be a full number, with or without a country code, for the index of numbers. */
const isNumber = (query: string): boolean => /^[2-9]\d{7,14}$/.test(query);

const columns = sql`
  calls.id as call_id, calls.account_id, accounts.name as account_name, calls.caller_name, calls.caller_id_name,
  calls.caller_phone_number, calls.call_date_time, accounts.time_zone,
  coalesce(caller_key(calls.caller_phone_number), calls.id) as caller`;

interface CallerCondition {
  inRecord: RawBuilder<unknown>;
  /** Null if an index of the record finds the calls sooner. */
  inCopy: RawBuilder<unknown> | null;
}

const newest = (condition: RawBuilder<unknown>): ListQuery<ListedId> => ({
  total: sql`select 0 as total`,
  page: sql<ListedId>`
    select calls.account_id, calls.id, calls.call_date_time as sort_key from calls where ${condition}
    order by calls.call_date_time desc, calls.id limit ${sql.lit(maxSearchedCalls)}`,
  order: sql`answer.sort_key desc, answer.id`,
});

/** Calls at the same time are found in any order. Listing more times than calls are looked through loses few of the last time. */
const maxListedTimes = 2 * maxSearchedCalls;

/** Times in microseconds, one per call: reading text ids takes longer than the search, and distinct times would need memory. */
const newestTimes = (condition: RawBuilder<unknown>): ListQuery<ListedId> => ({
  total: sql`select 0 as total`,
  page: sql<ListedId>`
    select newest.account_id, cast(epoch_us(newest.call_date_time) as varchar) as id from (
      select calls.account_id, calls.call_date_time from calls where ${condition}
      order by calls.call_date_time desc, calls.account_id limit ${sql.lit(maxListedTimes)}) as newest`,
  order: sql`answer.account_id, answer.id`,
});

const listedTime = sql`timestamptz 'epoch' + cast(listed.id as bigint) * interval '1 microsecond'`;

async function findCalls(
  { database, readModel }: CallerSources,
  scope: CheckedScope,
  { inRecord, inCopy }: CallerCondition,
  signal: AbortSignal,
): Promise<CallerRecord[]> {
  const { accountIds } = scope;
  const calls = callInAccounts(scope);
  const order = sql`answer.call_date_time desc, answer.call_id`;
  const found = newest(sql`${calls} and ${inRecord}`);
  const fromRecord = (record: Queryable) =>
    queryPageAtVersion<CallerRecord>(record, accountIds, {
      total: found.total,
      page: sql<CallerRecord>`
        select ${columns} from (${found.page}) as listed
        join calls on calls.account_id = listed.account_id and calls.id = listed.id
        join accounts on accounts.id = calls.account_id`,
      order,
    });
  // an index finds rows before the query could be canceled
  if (inCopy === null) return (await fromRecord(database.kysely)).rows;
  const { rows } =
    (await queryFoundPage(
      { database: database.kysely, readModel },
      newestTimes(sql`${calls} and ${inCopy}`),
      // accounts are checked in the list: as a condition on the calls they keep PostgreSQL from the index by time
      (listed) => sql<CallerRecord>`
        select ${columns} from (select distinct listed.account_id, listed.id from ${listed}) as listed
        join calls on calls.account_id = listed.account_id and calls.call_date_time = ${listedTime}
        join accounts on accounts.id = calls.account_id
        where listed.account_id = any(${[...accountIds]}) and ${callOfCampaigns(scope)} and ${inRecord}
        order by calls.call_date_time desc, calls.id limit ${sql.lit(maxSearchedCalls)}`,
      { accountIds, signal, order },
    )) ?? (await readUntilAborted(database, signal, fromRecord));
  return rows;
}

/** Each condition is tried if the ones before it find no call. */
function conditionsOf(wanted: SearchWanted): CallerCondition[] {
  if ('ids' in wanted)
    return wanted.ids.length === 0
      ? []
      : [{ inRecord: sql`calls.id = any(${[...wanted.ids]})`, inCopy: null }];
  const { query } = wanted;
  const conditions: CallerCondition[] = [];
  if (isNumber(query)) {
    const keys = [`+1${query}`, `+${query}`].flatMap((number) => callerKey(number) ?? []);
    conditions.push({ inRecord: sql`caller_key(calls.caller_phone_number) = any(${keys})`, inCopy: null });
  }
  const inRecord = textMatches(query, [inCaller]);
  // ten digits may be a foreign number without its code, and any number may precede an extension
  if (inRecord) conditions.push({ inRecord, inCopy: textMatches(query, [inCopiedCaller]) });
  return conditions;
}

/** Callers by office and number, each once, last caller first. Each call with an unknown number is a caller of its own. */
export async function findCallers(
  sources: CallerSources,
  scope: CheckedScope,
  wanted: SearchWanted,
  signal: AbortSignal,
): Promise<FoundCaller[]> {
  if (scope.accountIds.length === 0) return [];
  let calls: CallerRecord[] = [];
  for (const condition of conditionsOf(wanted)) {
    calls = await findCalls(sources, scope, condition, signal);
    if (calls.length > 0) break;
  }
  const callers = new Map<string, CallerRecord>();
  for (const row of calls) {
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
