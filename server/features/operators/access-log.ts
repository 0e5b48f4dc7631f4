import type { AccessEntry } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { emailSpellings } from '../../platform/email-spellings.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { withIsoTimes } from '../../platform/iso-times.ts';

export interface AccessSearch {
  accountId?: string | undefined;
  contact?: string | undefined;
  action?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

const usesOf = (accountId: string | null) => sql`
  select happened_at as at, account_id as "accountId", 0 as "moreAccounts", contact_id as "contactId", team_role as "teamRole", action,
    subject_kind as kind, subject_id as "subjectId"
  from access_log where ${accountId}::text is null or account_id = ${accountId}
  union all
  select happened_at, coalesce(${accountId}, account_ids[1]), greatest(cardinality(account_ids) - 1, 0), contact_id, null, action, list, subject_id
  from operator_reads where ${accountId}::text is null or ${accountId} = any(account_ids)`;

/** Counts no further than `most`. */
export async function countAccess(database: Queryable, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from (${usesOf(null)}) used limit ${most}) counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Newest first, downloads of calls once per account. One more than the page asks for says that there are older ones. */
export async function listAccess(
  database: Queryable,
  { accountId, contact, action, from, to }: AccessSearch,
  page: PageRequest,
): Promise<{ records: AccessEntry[]; more: boolean }> {
  const { rows: people } =
    contact === undefined
      ? { rows: [] }
      : await sql<{ id: string }>`
          select id from contacts where id = ${contact} or (lower(email) = any(${emailSpellings(contact)}::text[]) and not deleted)`.execute(
          database,
        );
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<Omit<AccessEntry, 'at'> & { at: Date }>`
    select used.at, used."accountId", used."moreAccounts", used."contactId", contacts.email, used."teamRole", used.action, used.kind, used."subjectId"
    from (${usesOf(accountId ?? null)}) used left join contacts on contacts.id = used."contactId"
      and (not contacts.deleted or used."teamRole" is not null and not contacts.personal_data_removed)
    where (${contact ?? null}::text is null or used."contactId" = any(${ids}::text[]))
      and (${action ?? null}::text is null or used.action = ${action ?? null})
      and (${from ?? null}::timestamptz is null or used.at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or used.at < ${to ?? null})
    order by used.at desc, used."accountId", used."subjectId"
    ${pageLimit(page)}`.execute(database);
  return { records: rows.map(withIsoTimes), more: rows.length === page.pageSize };
}
