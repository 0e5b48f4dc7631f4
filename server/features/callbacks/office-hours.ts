import type { listOfficeHours, saveOfficeHours as saveRoute } from '@mailcall/contract/office-hours.ts';
import { callbackProblems } from '@mailcall/contract/rules/callbacks.ts';
import type { OfficeHours, OpenTime } from '@mailcall/contract/rules/office-hours.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { dayText } from '../../platform/day-text.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { notAllowed } from '../../platform/http/problems.ts';
import { bumpAccountVersions } from '../derived-data/index.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';

type Hours = Pick<OfficeHours, 'open' | 'holidays'>;

/** The hours of an office of which nothing is known. */
export const unknownHours: Hours = { open: [], holidays: new Set() };

const readOpen = (database: Queryable, accountIds: readonly string[]) =>
  sql<OpenTime & { accountId: string }>`
    select account_id as "accountId", weekday, opens, closes from office_hours
    where account_id = any(${[...accountIds]}) order by account_id, weekday, opens`.execute(database);

const readHolidays = (database: Queryable, accountIds: readonly string[]) =>
  sql<{ accountId: string; day: string }>`
    select account_id as "accountId", ${dayText('office_holidays.day')} as day from office_holidays
    where account_id = any(${[...accountIds]}) order by account_id, office_holidays.day`.execute(database);

/** The hours of some offices by their ids. Offices without any are missing. */
export async function readOfficeHours(
  database: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Hours>> {
  const open = Map.groupBy((await readOpen(database, accountIds)).rows, ({ accountId }) => accountId);
  const holidays = Map.groupBy((await readHolidays(database, accountIds)).rows, ({ accountId }) => accountId);
  const ids = new Set([...open.keys(), ...holidays.keys()]);
  return new Map(
    [...ids].map((id) => [
      id,
      {
        open: (open.get(id) ?? []).map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
        holidays: new Set((holidays.get(id) ?? []).map(({ day }) => day)),
      },
    ]),
  );
}

/** The hours of offices as the route answers them. */
export async function presentOfficeHours(
  database: Queryable,
  accountIds: readonly string[],
  { contactId }: Viewer,
): Promise<RouteReply<typeof listOfficeHours>['records']> {
  if (accountIds.length === 0) return [];
  const hours = await readOfficeHours(database, accountIds);
  const primary = new Set(await readPrimaryAccounts(database, contactId));
  const { rows } = await sql<{ id: string; timeZone: string }>`
    select id, time_zone as "timeZone" from accounts where id = any(${[...accountIds]}) order by name, id`.execute(
    database,
  );
  return rows.map(({ id, timeZone }) => {
    const { open, holidays } = hours.get(id) ?? unknownHours;
    return {
      accountId: id,
      timeZone,
      open: [...open],
      holidays: [...holidays],
      canChange: primary.has(id),
    };
  });
}

/**
 * Replaces the hours of an office.
 * @throws {Problem} 403 for others than its primary contacts
 */
export async function saveOfficeHours(
  database: Database,
  { contactId }: Viewer,
  { accountId, open, holidays }: z.output<(typeof saveRoute)['body']>,
): Promise<void> {
  const primary = await readPrimaryAccounts(database.kysely, contactId);
  if (!primary.includes(accountId)) throw notAllowed(callbackProblems.onlyPrimaryForHours);
  await database.transaction(async (transaction) => {
    // first, so that who saves at the same time waits: these rows have no other writer
    await bumpAccountVersions(transaction, [accountId]);
    await transaction.deleteFrom('office_hours').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('office_holidays').where('account_id', '=', accountId).execute();
    if (open.length > 0)
      await transaction
        .insertInto('office_hours')
        .values(open.map((time) => ({ account_id: accountId, ...time })))
        .execute();
    if (holidays.length > 0)
      await transaction
        .insertInto('office_holidays')
        .values([...new Set(holidays)].map((day) => ({ account_id: accountId, day })))
        .execute();
  });
}
