import type { contactSchema } from '@mailcall/contract/accounts.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '../../platform/database.ts';
import { staffName } from '../scope/index.ts';

type Person = z.infer<typeof contactSchema>;

/** The front-desk staff of accounts, by name; somebody whose name is not known is nobody to choose. */
export async function staffOf(database: Queries, accountIds: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id, name, null::text as email, null::text as phone, account_id as "accountId"
    from staff where account_id = any(${[...accountIds]}) and not deleted and ${staffName('staff')} is not null
    order by lower(name), name, id
  `.execute(database);
  return rows;
}

/** The contacts of accounts, by name: one row for each account that a contact is linked to. */
export async function contactsOf(database: Queries, accountIds: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select contacts.id, contacts.name, contacts.email, contacts.phone, contact_accounts.account_id as "accountId"
    from contact_accounts join contacts on contacts.id = contact_accounts.contact_id
    where contact_accounts.account_id = any(${[...accountIds]}) and not contacts.deleted
    order by lower(contacts.name), contacts.name, contacts.id, contact_accounts.account_id
  `.execute(database);
  return rows;
}
