import type { OperatedContact } from '@mailcall/contract/operate.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { emailSpellings } from '../../platform/email-spellings.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { type CountedRow, type Page, pageOfRows } from './counted-page.ts';

export interface ContactSearch {
  query?: string | undefined;
  accountId?: string | undefined;
  role?: string | undefined;
  email?: string | undefined;
  /** Only contacts that cannot sign in and get no mail, because their stored email is invalid. */
  invalidEmail?: boolean | undefined;
}

interface ContactRow extends Omit<OperatedContact, 'lastSeenAt' | 'invitedUntil'> {
  lastSeenAt: Date | null;
  invitedUntil: Date | null;
}

/** An older version stored invalid addresses. */
async function idsWithInvalidEmail(database: Queryable): Promise<string[]> {
  const contacts = await database
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('deleted', '=', false)
    .where('personal_data_removed', '=', false)
    .execute();
  return contacts.filter(({ email }) => !isEmail(email)).map(({ id }) => id);
}

export async function listContacts(
  database: Queryable,
  { query, accountId, role, email, invalidEmail }: ContactSearch,
  page: PageRequest,
  now: Date,
): Promise<Page<OperatedContact>> {
  const matches = textMatches(query, [
    inText(sql`contacts.id`),
    inText(sql`contacts.name`),
    inText(sql`contacts.email`),
  ]);
  const invalidIds = invalidEmail ? await idsWithInvalidEmail(database) : null;
  const { rows } = await sql<CountedRow<ContactRow>>`
    with matching as (
      select id, name, email, roles, portal_roles, password_hash is not null as activated from contacts
      where not deleted and ${matches ?? sql`true`}
        and (${accountId ?? null}::text is null or exists (
          select 1 from contact_accounts where contact_id = contacts.id and account_id = ${accountId ?? null}))
        and (${role ?? null}::text is null or ${role ?? null} = any(roles || portal_roles))
        and (${email ?? null}::text is null or lower(email) = any(${emailSpellings(email ?? '')}::text[]))
        and (${invalidIds}::text[] is null or id = any(${invalidIds}::text[]))
    ), visible as (select * from matching order by lower(name), id ${pageLimit(page)})
    select counted.total, visible.id, visible.name, visible.email, visible.roles as "feedRoles", visible.portal_roles as "portalRoles",
      visible.activated,
      coalesce((select array_agg(account_id order by account_id) from contact_accounts where contact_id = visible.id), '{}')
        as "accountIds",
      (select max(seen_at) from sessions where contact_id = visible.id) as "lastSeenAt",
      (select max(expires_at) from one_time_codes where contact_id = visible.id and purpose in ('setup', 'invitation')
        and used_at is null and replaced_at is null and expires_at > ${now}) as "invitedUntil"
    from (select count(*)::int as total from matching) counted left join visible on true order by lower(visible.name), visible.id`.execute(
    database,
  );
  return pageOfRows(rows);
}
