import type { OperatedAccount } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { type CountedRow, type Page, pageOfRows } from './counted-page.ts';

interface AccountRow extends Omit<OperatedAccount, 'changedAt' | 'lastCallAt'> {
  changedAt: Date | null;
  lastCallAt: Date | null;
}

/** The accounts by name, or those whose id or name contains each word of a text. */
export async function listAccounts(
  database: Queryable,
  search: { query?: string | undefined; id?: string | undefined },
  page: PageRequest,
): Promise<Page<OperatedAccount>> {
  const matches = textMatches(search.query, [inText(sql`accounts.id`), inText(sql`accounts.name`)]);
  const { rows } = await sql<CountedRow<AccountRow>>`
    with matching as (
      select id, name, parent_id, time_zone from accounts
      where not deleted and ${matches ?? sql`true`} and (${search.id ?? null}::text is null or id = ${search.id ?? null})
    ), visible as (select * from matching order by lower(name), id ${pageLimit(page)})
    select counted.total, visible.id, visible.name, visible.parent_id as "parentId", visible.time_zone as "timeZone",
      (select count(*)::int from contact_accounts linked join contacts on contacts.id = linked.contact_id
        where linked.account_id = visible.id and not contacts.deleted) as "contactsCount",
      (select changed_at from account_version where account_id = visible.id) as "changedAt",
      (select max(call_date_time) from calls where account_id = visible.id and not deleted) as "lastCallAt"
    from (select count(*)::int as total from matching) counted left join visible on true order by lower(visible.name), visible.id`.execute(
    database,
  );
  return pageOfRows(rows);
}
