import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DetailField } from './pending-changes.ts';

/** Milliseconds in which a changed email or phone can be restored and a link for it works: 72 hours. */
export const withdrawalTime = hours(72);

export interface ContactChange {
  field: DetailField;
  /** Null if there was no previous value. */
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

/** Changes of a contact since an instant: first and last value of each field. */
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

/** Whether an email is older than 72 hours. A newer one gets no undo link: it may belong to whoever took over. */
export async function hasOldEmail(database: Queryable, contactId: string, now: Date): Promise<boolean> {
  const changes = await changesSince(database, contactId, new Date(now.getTime() - withdrawalTime));
  return changes.every(({ field }) => field !== 'email');
}

export async function removeContactChanges(transaction: Queryable, contactId: string): Promise<void> {
  await transaction.deleteFrom('contact_changes').where('contact_id', '=', contactId).execute();
}

/** They can no longer be undone. */
export async function cleanContactChanges(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - withdrawalTime);
  await database.deleteFrom('contact_changes').where('changed_at', '<', before).execute();
}
