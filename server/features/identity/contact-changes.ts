import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordChanges } from '../changes/index.ts';
import type { DetailField } from './pending-changes.ts';

export const withdrawalTime = hours(72);

/** For data out, which leaves out the provider's team: the feed does not know them. */
export async function recordChangedContact(
  transaction: Queryable,
  contactId: string,
  at: Date,
): Promise<void> {
  const { rows } = await sql`select 1 from team_members where contact_id = ${contactId}`.execute(transaction);
  if (rows.length > 0) return;
  await recordChanges(transaction, [{ accountId: null, file: 'contacts', rowId: contactId }], {
    contactId,
    at,
  });
}

export interface ContactChange {
  field: DetailField;
  previousValue: string | null;
  newValue: string;
}

export async function storeContactChange(
  transaction: Queryable,
  contactId: string,
  { field, previousValue, newValue }: ContactChange,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('contact_changes')
    .values({
      contact_id: contactId,
      field,
      previous_value: previousValue,
      new_value: newValue,
      changed_at: now,
    })
    .execute();
}

export async function changesSince(
  database: Queryable,
  contactId: string,
  since: Date,
): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`
    select field, (array_agg(previous_value order by id))[1] as "previousValue",
      (array_agg(new_value order by id desc))[1] as "newValue"
    from contact_changes where contact_id = ${contactId} and changed_at >= ${since}
    group by field order by field
  `.execute(database);
  return rows;
}

/** An email of less than 72 hours gets no undo link: it may belong to whoever took over. */
export async function hasOldEmail(database: Queryable, contactId: string, now: Date): Promise<boolean> {
  const changes = await changesSince(database, contactId, new Date(now.getTime() - withdrawalTime));
  return changes.every(({ field }) => field !== 'email');
}

export async function removeContactChanges(transaction: Queryable, contactId: string): Promise<void> {
  await transaction.deleteFrom('contact_changes').where('contact_id', '=', contactId).execute();
}

export async function cleanContactChanges(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - withdrawalTime);
  await database.deleteFrom('contact_changes').where('changed_at', '<', before).execute();
}
