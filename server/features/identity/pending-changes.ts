import { type UserSettings } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { CodeChannel, CodePurpose } from './one-time-codes.ts';

export type DetailField = 'email' | 'phone';

export const detailFields: readonly DetailField[] = ['email', 'phone'];

export const codeOfField: Readonly<Record<DetailField, { purpose: CodePurpose; channel: CodeChannel }>> = {
  email: { purpose: 'new email', channel: 'email' },
  phone: { purpose: 'new phone', channel: 'sms' },
};

interface PendingChange {
  field: DetailField;
  value: string;
}

export async function pendingChangesOf(
  database: Queryable,
  contactId: string,
  now: Date,
): Promise<UserSettings['pending']> {
  const { rows } = await sql<PendingChange>`
    select field, value from pending_contact_changes where contact_id = ${contactId} and expires_at > ${now}
  `.execute(database);
  const valueOf = (wanted: DetailField) => rows.find(({ field }) => field === wanted)?.value ?? null;
  return { email: valueOf('email'), phone: valueOf('phone') };
}

export async function storePendingChange(
  transaction: Queryable,
  { contactId, field, value, expiresAt }: PendingChange & { contactId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into pending_contact_changes (contact_id, field, value, expires_at)
    values (${contactId}, ${field}, ${value}, ${expiresAt})
    on conflict (contact_id, field) do update set value = excluded.value, expires_at = excluded.expires_at
  `.execute(transaction);
}

export async function removePendingChanges(
  transaction: Queryable,
  contactId: string,
  fields = detailFields,
): Promise<void> {
  await sql`
    delete from pending_contact_changes where contact_id = ${contactId} and field = any(${[...fields]})
  `.execute(transaction);
}

export async function cleanPendingChanges(database: Queryable, now: Date): Promise<void> {
  await database.deleteFrom('pending_contact_changes').where('expires_at', '<=', now).execute();
}
