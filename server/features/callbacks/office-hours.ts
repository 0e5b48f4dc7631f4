import type { listOfficeHours, OfficeHoliday } from '@mailcall/contract/office-hours.ts';
import { readDayHours } from '@mailcall/contract/time/day-hours.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import type { OfficeHours, OpenTime } from '@mailcall/contract/rules/office-hours.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import { dayText } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';

type Hours = Pick<OfficeHours, 'open' | 'holidays'>;

export const unknownHours: Hours = { open: [], holidays: new Set() };

const readDays = async (database: Queryable, accountIds: readonly string[]) => {
  const { rows } = await sql<{ accountId: string; weekday: string; hours: string }>`
    select account_id as "accountId", weekday, hours from office_hours
    where account_id = any(${[...accountIds]}) and not deleted and hours is not null`.execute(database);
  return rows;
};

const readHolidays = async (database: Queryable, accountIds: readonly string[]) => {
  const { rows } = await sql<OfficeHoliday & { accountId: string }>`
    select account_id as "accountId", ${dayText('office_holidays.day')} as date, name from office_holidays
    where account_id = any(${[...accountIds]}) and not deleted order by account_id, office_holidays.day`.execute(
    database,
  );
  return rows;
};

const timesOf = (days: readonly { weekday: string; hours: string }[]): OpenTime[] =>
  weekdayNames.flatMap((name, weekday) =>
    days
      .filter((day) => day.weekday === name)
      .flatMap(({ hours }) => (readDayHours(hours) ?? []).map((time) => ({ weekday, ...time }))),
  );

export async function readOfficeHours(
  database: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Hours>> {
  const known = await readKnownHours(database, accountIds);
  return new Map(
    [...known].map(([id, { open, holidays }]) => [
      id,
      { open, holidays: new Set(holidays.map(({ date }) => date)) },
    ]),
  );
}

async function readKnownHours(database: Queryable, accountIds: readonly string[]) {
  const days = Map.groupBy(await readDays(database, accountIds), ({ accountId }) => accountId);
  const holidays = Map.groupBy(await readHolidays(database, accountIds), ({ accountId }) => accountId);
  return new Map(
    [...new Set([...days.keys(), ...holidays.keys()])].map((id) => [
      id,
      {
        open: timesOf(days.get(id) ?? []),
        holidays: (holidays.get(id) ?? []).map(({ date, name }) => ({ date, name })),
      },
    ]),
  );
}

/** As saved. */
export async function readHoursOfOffice(
  database: Queryable,
  accountId: string,
): Promise<{ open: OpenTime[]; holidays: OfficeHoliday[] }> {
  const known = await readKnownHours(database, [accountId]);
  return known.get(accountId) ?? { open: [], holidays: [] };
}

export async function presentOfficeHours(
  database: Queryable,
  accountIds: readonly string[],
  { contactId }: Viewer,
): Promise<RouteReply<typeof listOfficeHours>['records']> {
  if (accountIds.length === 0) return [];
  const hours = await readKnownHours(database, accountIds);
  const primary = new Set(await readPrimaryAccounts(database, contactId));
  const { rows } = await sql<{ id: string; timeZone: string }>`
    select id, time_zone as "timeZone" from accounts where id = any(${[...accountIds]}) order by name, id`.execute(
    database,
  );
  return rows.map(({ id, timeZone }) => {
    const { open, holidays } = hours.get(id) ?? { open: [], holidays: [] };
    return { accountId: id, timeZone, open, holidays, canChange: primary.has(id) };
  });
}
