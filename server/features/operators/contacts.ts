import type { OperatedContact } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import type { Page } from './accounts.ts';
import { withIsoTimes } from './iso-times.ts';

/** Which contacts a list has; without any, all. */
export interface ContactSearch {
  /** Words that are in the id, the name or the e-mail. */
  query?: string | undefined;
  /** Linked to this account itself. */
  accountId?: string | undefined;
  /** With this role, of the feed or from the command line. */
  role?: string | undefined;
  /** With this e-mail. */
  email?: string | undefined;
}

interface ContactRow extends Omit<OperatedContact, 'lastSeenAt'> {
  lastSeenAt: Date | null;
}

/** The contacts by name. */
export async function listContacts(
  database: Queryable,
  { query, accountId, role, email }: ContactSearch,
  page: PageRequest,
): Promise<Page<OperatedContact>> {
  const matches = textMatches(query, [
    inText(sql`contacts.id`),
    inText(sql`contacts.name`),
    inText(sql`contacts.email`),
  ]);
  const { rows } = await sql<ContactRow & { total: number }>`
    with matching as (
      select id, name, email, roles, portal_roles, password_hash is not null as activated from contacts
      where not deleted and ${matches ?? sql`true`}
        and (${accountId ?? null}::text is null or exists (
          select from contact_accounts where contact_id = contacts.id and account_id = ${accountId ?? null}))
        and (${role ?? null}::text is null or ${role ?? null} = any(roles || portal_roles))
        and (${email ?? null}::text is null or lower(email) = lower(${email ?? null}))
    ), visible as (select * from matching order by lower(name), id ${pageLimit(page)})
    select (select count(*) from matching)::int as total,
      visible.id, visible.name, visible.email, visible.roles as "feedRoles", visible.portal_roles as "portalRoles",
      visible.activated,
      coalesce((select array_agg(account_id order by account_id) from contact_accounts where contact_id = visible.id), '{}')
        as "accountIds",
      (select max(seen_at) from sessions where contact_id = visible.id) as "lastSeenAt"
    from visible order by lower(visible.name), visible.id`.execute(database);
  return {
    total: rows[0]?.total ?? 0,
    records: rows.map(({ total: _total, ...row }) => withIsoTimes(row)),
  };
}
