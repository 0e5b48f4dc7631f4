import type { OperatedAccount } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { officeLocation } from '../campaigns/index.ts';
import { accountNamesForOperators } from '../identity/index.ts';
import { type CountedRow, type Page, pageOfRows } from './counted-page.ts';
import { withIsoTimes } from '../../platform/iso-times.ts';

interface Activity {
  changedAt: Date | null;
  lastCallAt: Date | null;
}

type AccountRow = Omit<OperatedAccount, keyof Activity | 'locationSource' | 'distinctName'> &
  Parameters<typeof officeLocation>[0];

/** Activity by account id. Read separately, because events can be on other machines than the accounts. */
async function activityOf(
  database: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, Activity>> {
  const { rows } = await sql<Activity & { id: string }>`
    select account_id as id, changed_at as "changedAt",
      (select max(call_date_time) from calls where calls.account_id = account_version.account_id and not deleted) as "lastCallAt"
    from account_version where account_id = any(${accountIds})`.execute(database);
  return new Map(rows.map(({ id, ...activity }) => [id, activity]));
}

/** Sorted by name; a query finds accounts whose id, name and address contain each word. */
export async function listAccounts(
  database: Queryable,
  search: { query?: string | undefined; id?: string | undefined },
  page: PageRequest,
): Promise<Page<OperatedAccount>> {
  const matches = textMatches(search.query, [
    inText(sql`accounts.id`),
    inText(sql`accounts.name`),
    inText(sql`coalesce(accounts.address, '')`),
  ]);
  const { rows } = await sql<CountedRow<AccountRow>>`
    with matching as (
      select id, name, parent_id, time_zone, address, latitude, longitude from accounts
      where not deleted and ${matches ?? sql`true`} and (${search.id ?? null}::text is null or id = ${search.id ?? null})
    ), visible as (select * from matching order by lower(name), id ${pageLimit(page)})
    select counted.total, visible.id, visible.name, visible.parent_id as "parentId", visible.time_zone as "timeZone", visible.address, visible.latitude, visible.longitude,
      (select count(*)::int from contact_accounts linked join contacts on contacts.id = linked.contact_id
        where linked.account_id = visible.id and not contacts.deleted) as "contactsCount"
    from (select count(*)::int as total from matching) counted left join visible on true order by lower(visible.name), visible.id`.execute(
    database,
  );
  const { total, records } = pageOfRows(rows);
  const ids = records.map(({ id }) => id);
  const activity = await activityOf(database, ids);
  const names = await accountNamesForOperators(database, ids);
  return {
    total,
    records: await Promise.all(
      records.map(async ({ address, latitude, longitude, ...account }) => {
        const { changedAt = null, lastCallAt = null } = activity.get(account.id) ?? {};
        const location = await officeLocation({ address, latitude, longitude });
        return withIsoTimes({
          ...account,
          distinctName: names.get(account.id) ?? account.name,
          locationSource: location?.source ?? null,
          changedAt,
          lastCallAt,
        });
      }),
    ),
  };
}
