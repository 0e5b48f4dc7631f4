import { isDeskTopic } from '@mailcall/contract/live.ts';
import { portalFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { deskChanged } from './live-channels.ts';

/** Patients are recorded as a change of their list. */
export const changedFiles = portalFileNames.filter((name) => name !== 'patients');
export type ChangedFile = (typeof changedFiles)[number];

export interface PortalChange {
  /** Null for a contact, who belongs to several. */
  accountId: string | null;
  file: ChangedFile;
  rowId: string;
  /** `changed` by default. A list whose patients were replaced is changed. */
  action?: 'added' | 'changed' | 'removed';
}

export interface MadeBy {
  contactId: string | null;
  at: Date;
}

export const recordedChannel = 'portal_changes';

/** Call in the command's transaction after it has written the rows: their locks put changes of one row in the order of commits. */
export async function recordChanges(
  transaction: Queryable,
  changes: readonly PortalChange[],
  { contactId, at }: MadeBy,
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into portal_changes (account_id, file, row_id, action, contact_id, made_at)
    select made."accountId", made.file, made."rowId", coalesce(made.action, 'changed'), ${contactId}, ${at}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as ("accountId" text, file text, "rowId" text, action text))
      with ordinality as made ("accountId", file, "rowId", action, place)
    order by made.place`.execute(transaction);
  await sql`select pg_notify(${recordedChannel}, '')`.execute(transaction);
  for (const [file, rows] of Map.groupBy(changes, (change) => change.file))
    if (isDeskTopic(file)) await deskChanged(transaction, file, await accountsOf(transaction, file, rows));
}

/** Null if a row is of no account. */
async function accountsOf(
  transaction: Queryable,
  file: ChangedFile,
  changes: readonly PortalChange[],
): Promise<string[] | null> {
  if (file !== 'contacts') {
    const accountIds = changes.flatMap(({ accountId }) => accountId ?? []);
    return accountIds.length === changes.length ? accountIds : null;
  }
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from contact_accounts
    where contact_id = any(${changes.map(({ rowId }) => rowId)}::text[])`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** For an import of another portal's export. `batch` is a temporary table with columns account_id, id, is_new, deleted and bad. */
export async function recordImportedWork(transaction: Queryable, file: string, batch: string): Promise<void> {
  const rows = sql.raw(batch);
  await (file === 'patients'
    ? sql`
        insert into portal_changes (account_id, file, row_id, action, made_at)
        select distinct account_id, 'patient-lists', patient_list_id, 'changed', now() from ${rows} where bad is null`
    : sql`
        insert into portal_changes (account_id, file, row_id, action, made_at)
        select nullif(account_id, ''), ${file}, id::text,
          case when deleted then 'removed' when is_new then 'added' else 'changed' end, now()
        from ${rows} where bad is null`
  ).execute(transaction);
  await sql`select pg_notify(${recordedChannel}, '')`.execute(transaction);
}
