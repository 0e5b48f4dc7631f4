import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export type OperatorList =
  | 'accounts'
  | 'contacts'
  | 'access log'
  | 'webhook deliveries'
  | 'scoreboard grants';

export type OperatorChange =
  | 'retry'
  | 'resend'
  | 'resume'
  | 'revoke'
  | 'end'
  | 'rotate'
  | 'add'
  | 'change'
  | 'remove';

/** In the access log beside what operators read. */
export async function recordOperatorChange(
  database: Queryable,
  change: { contactId: string; action: OperatorChange; kind: string; subjectId: string; at: Date },
): Promise<void> {
  const { contactId, action, kind, subjectId, at } = change;
  await sql`
    insert into operator_reads (contact_id, action, list, subject_id, account_ids, happened_at)
    values (${contactId}, ${action}, ${kind}, ${subjectId}, '{}', ${at}::timestamptz)`.execute(database);
}

/** Reading the same accounts again within this time is the same use. */
const maxUse = hours(1);

/** Rows of no account (null) are an entry of their own. A read that cannot be recorded fails. */
export async function recordOperatorRead(
  database: Queryable,
  read: { contactId: string; list: OperatorList; accountIds: readonly (string | null)[]; at: Date },
): Promise<void> {
  const accountIds = [...new Set(read.accountIds.filter((id) => id !== null))].sort();
  const entries = [
    ...(accountIds.length > 0 ? [accountIds] : []),
    ...(read.accountIds.includes(null) ? [[]] : []),
  ];
  for (const ids of entries)
    await sql`
      insert into operator_reads (contact_id, list, account_ids, happened_at)
      select ${read.contactId}, ${read.list}, ${ids}::text[], ${read.at}::timestamptz
      where not exists (
        select 1 from operator_reads where contact_id = ${read.contactId} and action = 'list' and list = ${read.list}
          and happened_at > ${new Date(read.at.getTime() - maxUse)}
          and account_ids @> ${ids}::text[] and (account_ids = '{}') = (${ids}::text[] = '{}'))`.execute(
      database,
    );
}
