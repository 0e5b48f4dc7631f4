import { maxFoundContacts, type ViewableContact } from '@mailcall/contract/client-views.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators, contactsWithin, type Viewer } from '../identity/index.ts';

const shownAccounts = 3;

/** By name; a query finds contacts whose name or email contains each word. */
export async function findViewableContacts(
  database: Queryable,
  viewer: Pick<Viewer, 'team'>,
  query: string | undefined,
): Promise<ViewableContact[]> {
  const matches = textMatches(query, [inText(sql`contacts.name`), inText(sql`contacts.email`)]);
  const { rows } = await sql<Pick<ViewableContact, 'id' | 'name' | 'email'> & { accountIds: string[] }>`
    with found as (
      select id, name, email from contacts where ${contactsWithin(viewer, 'contacts.id')} and ${matches ?? sql`true`}
      order by lower(name), id limit ${maxFoundContacts}
    )
    select found.*, array(
      select accounts.id from contact_accounts join accounts on accounts.id = contact_accounts.account_id and not accounts.deleted
      where contact_accounts.contact_id = found.id order by lower(accounts.name), accounts.id) as "accountIds"
    from found order by lower(name), id`.execute(database);
  const shown = rows.flatMap(({ accountIds }) => accountIds.slice(0, shownAccounts));
  const names = await accountNamesForOperators(database, shown);
  return rows.map(({ accountIds, ...contact }) => ({
    ...contact,
    accountNames: accountIds.slice(0, shownAccounts).map((id) => names.get(id) ?? id),
    accountsCount: accountIds.length,
  }));
}
