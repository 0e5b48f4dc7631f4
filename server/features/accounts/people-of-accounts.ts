import type { contactSchema } from '@mailcall/contract/accounts.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { receiversOf } from '../alerts/index.ts';
import { staffName } from '../scope/index.ts';

type Person = z.infer<typeof contactSchema>;

interface StaffChoice {
  query?: string | undefined;
  ids?: readonly string[] | undefined;
  limit?: number | undefined;
}

/** Staff by name; people without a known name cannot be chosen. */
export async function staffOf(
  database: Queryable,
  accountIds: readonly string[],
  { query, ids, limit }: StaffChoice = {},
): Promise<Person[]> {
  const found = textMatches(query, [inText(sql.ref('name'))]) ?? sql`true`;
  const named = ids ? sql`id = any(${[...ids]})` : sql`true`;
  const { rows } = await sql<Person>`
    select id, name, null::text as email, null::text as phone, account_id as "accountId"
    from staff where account_id = any(${[...accountIds]}) and not deleted and ${staffName('staff')} is not null
      and ${named} and ${found}
    order by lower(name), name, id
    limit ${limit ?? null}
  `.execute(database);
  return rows;
}

/** Contacts by name, one row for each account that a contact is linked to. */
export async function contactsOf(database: Queryable, accountIds: readonly string[]): Promise<Person[]> {
  return database
    .selectFrom('contact_accounts')
    .innerJoin('contacts', 'contacts.id', 'contact_accounts.contact_id')
    .select(['contacts.id', 'contacts.name', 'contacts.email', 'contacts.phone'])
    .select('contact_accounts.account_id as accountId')
    .where((eb) => eb('contact_accounts.account_id', '=', eb.fn.any(eb.val([...accountIds]))))
    .where('contacts.deleted', '=', false)
    .orderBy((eb) => eb.fn('lower', ['contacts.name']))
    .orderBy('contacts.name')
    .orderBy('contacts.id')
    .orderBy('contact_accounts.account_id')
    .execute();
}

/** Contacts by name, linked to the account or to one above it. Null unless the viewer is a primary contact of the account. */
export async function contactsWithRight(
  database: Queryable,
  { accountId, viewerId }: { accountId: string; viewerId: string },
): Promise<Person[] | null> {
  const receivers = await receiversOf(database, accountId);
  if (!receivers.get(viewerId)?.isPrimary) return null;
  return [...receivers.values()].map(({ id, name, email, phone }) => ({ id, name, email, phone, accountId }));
}
