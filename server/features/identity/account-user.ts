import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { accountAndAbove } from './access.ts';
import { currentAccount, type Viewer } from './viewer.ts';

export interface AccountUser {
  contactId: string;
  name: string;
  email: string;
  phone: string | null;
  picture: string | null;
  activated: boolean;
  isPrimary: boolean;
}

/** @throws {Problem} 404 if the account is not the viewer's */
export async function accountUserOf(database: Queryable, viewer: Viewer, id: string): Promise<AccountUser> {
  const accountId = currentAccount(viewer, id);
  if (!viewer.accountIds.has(accountId)) throw notFound(`Account ${accountId} not found`);
  const { rows } = await sql<AccountUser>`
    with recursive ${accountAndAbove(accountId)}
    select id as "contactId", name, email, phone, picture, password_hash is not null as activated,
      exists (
        select 1 from contact_accounts linked join above on above.id = linked.account_id
        where linked.contact_id = contacts.id and linked.is_primary
      ) as "isPrimary"
    from contacts where id = ${viewer.contactId} and not deleted
  `.execute(database);
  const [user] = rows;
  if (!user) throw notFound(`Account ${accountId} not found`);
  return user;
}
