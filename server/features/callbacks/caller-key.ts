import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface CallerKey {
  accountId: string;
  /** Normalized number, or `call:` and the id of a call without one. */
  caller: string;
}

/** False for a call whose number cannot tell who called. */
export const identifiesCaller = ({ caller }: CallerKey): boolean => !caller.startsWith('call:');

export const keyOf = ({ accountId, caller }: CallerKey) => `${accountId}\n${caller}`;

export const callerOf = (table: string) =>
  sql<string>`coalesce(caller_key(${sql.ref(`${table}.caller_phone_number`)}), 'call:' || ${sql.ref(`${table}.id`)})`;

export const isOfCaller = ({ accountId, caller }: CallerKey, table = 'calls') => {
  const callId = /^call:(.*)$/s.exec(caller)?.[1];
  return callId === undefined
    ? sql`(${sql.ref(`${table}.account_id`)} = ${accountId} and caller_key(${sql.ref(`${table}.caller_phone_number`)}) = ${caller})`
    : sql`(${sql.ref(`${table}.account_id`)} = ${accountId} and ${sql.ref(`${table}.id`)} = ${callId})`;
};

export async function callerOfCall(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  callId: string,
): Promise<CallerKey | null> {
  const { rows } = await sql<CallerKey>`
    select calls.account_id as "accountId", ${callerOf('calls')} as caller from calls
    where calls.id = ${callId} and calls.account_id = any(${[...accountIds]}) and not calls.deleted`.execute(
    database,
  );
  return rows[0] ?? null;
}
