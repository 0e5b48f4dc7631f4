import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DetailField } from './pending-changes.ts';

/** Milliseconds for which a changed email or phone can be put back, and a link that does so works: 72 hours. */
export const withdrawalTime = 72 * 60 * 60 * 1000;

/** A changed email or phone. */
export interface ContactChange {
  field: DetailField;
  /** Null: there was none. */
  previousValue: string | null;
  newValue: string;
}

/** Remembers a change that was just made. */
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

/** What of a contact has changed since an instant: for each field from its first value to its last. */
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

/**
 * Whether a contact's email is older than 72 hours. A younger one gets no link that takes changes back: it may be that of
 * somebody who has just taken over the account.
 */
export async function hasOldEmail(database: Queryable, contactId: string, now: Date): Promise<boolean> {
  const changes = await changesSince(database, contactId, new Date(now.getTime() - withdrawalTime));
  return changes.every(({ field }) => field !== 'email');
}

/** Forgets a contact's changes. */
export async function removeContactChanges(transaction: Queryable, contactId: string): Promise<void> {
  await transaction.deleteFrom('contact_changes').where('contact_id', '=', contactId).execute();
}

/** Deletes changes that cannot be put back any more. */
export async function cleanContactChanges(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - withdrawalTime);
  await database.deleteFrom('contact_changes').where('changed_at', '<', before).execute();
}
