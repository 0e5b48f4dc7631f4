import type { saveOfficeHours as saveRoute } from '@mailcall/contract/office-hours.ts';
import { callbackProblems } from '@mailcall/contract/rules/callbacks.ts';
import { dayHoursText } from '@mailcall/contract/time/day-hours.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { dayText } from '../../platform/sql-terms.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { notAllowed, notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { bumpAccountVersions, recordChanges } from '../changes/index.ts';
import { currentAccount, readPrimaryAccounts, type Viewer } from '../identity/index.ts';

type Hours = z.output<(typeof saveRoute)['body']>;

/** Null if no day has hours, which means they are not known. */
const hoursOfDay = (open: Hours['open'], weekday: number): string | null =>
  open.length === 0 ? null : dayHoursText(open.filter((time) => time.weekday === weekday));

async function changedDays(transaction: Queryable, { accountId, open, before }: Hours) {
  const { rows } = await sql<{ weekday: string; hours: string | null; deleted: boolean }>`
    select weekday, hours, deleted from office_hours where account_id = ${accountId} order by id for update`.execute(
    transaction,
  );
  const isKnown = rows.some(({ hours, deleted }) => hours !== null && !deleted);
  // changes of single days mean nothing if the hours were set or cleared meanwhile
  const openBefore = before && before.open.length > 0 === isKnown ? before.open : null;
  return weekdayNames.flatMap((weekday, index) => {
    const stored = rows.find((row) => row.weekday === weekday);
    const hours = hoursOfDay(open, index);
    const isSame = stored ? stored.hours === hours && !stored.deleted : hours === null;
    const isUntouched = openBefore !== null && hoursOfDay(openBefore, index) === hours;
    const id = `${accountId}:${weekday}`;
    return isSame || isUntouched ? [] : [{ account_id: accountId, id, weekday, hours, deleted: false }];
  });
}

const namesByDay = (holidays: Hours['holidays']) =>
  new Map(holidays.map(({ date, name }) => [date, name || null]));

async function changedHolidays(transaction: Queryable, { accountId, holidays, before }: Hours) {
  const { rows } = await sql<{ day: string; name: string | null; deleted: boolean }>`
    select ${dayText('office_holidays.day')} as day, name, deleted from office_holidays
    where account_id = ${accountId} order by id for update`.execute(transaction);
  const stored = new Map(rows.map((row) => [row.day, row]));
  const wanted = namesByDay(holidays);
  const namesBefore = before && namesByDay(before.holidays);
  const removed = rows.filter(
    ({ day, deleted }) => !deleted && !wanted.has(day) && (namesBefore?.has(day) ?? true),
  );
  const written = [...wanted].filter(([day, name]) => {
    if (namesBefore?.get(day) === name) return false;
    const known = stored.get(day);
    return !known || known.deleted || known.name !== name;
  });
  const rowOf = (day: string, name: string | null, deleted: boolean) => ({
    account_id: accountId,
    id: `${accountId}:${day}`,
    day,
    name,
    deleted,
  });
  return [
    ...removed.map(({ day, name }) => rowOf(day, name, true)),
    ...written.map(([day, name]) => rowOf(day, name, false)),
  ];
}

/** @throws {Problem} 403 for other customers, 422 unless a primary contact */
export async function saveOfficeHours(
  database: Database,
  viewer: Viewer,
  { hours, at }: { hours: Hours; at: Date },
): Promise<void> {
  const { contactId, accountIds } = viewer;
  const accountId = currentAccount(viewer, hours.accountId);
  if (!accountIds.has(accountId)) throw notAllowed('You do not have access to this account.');
  const primary = await readPrimaryAccounts(database.kysely, contactId);
  if (!primary.includes(accountId)) throw notPossible(callbackProblems.onlyPrimaryForHours);
  await database.transaction((transaction) =>
    writeOfficeHours(transaction, { ...hours, accountId }, { contactId, at }),
  );
}

/** Replaces only parts that differ from given previous hours. The caller has checked the right to the office. */
export async function writeOfficeHours(
  transaction: Queryable,
  hours: Hours,
  { contactId, at }: { contactId: string; at: Date },
): Promise<void> {
  const { accountId } = hours;
  // before the version, like every writer of rows
  const days = await changedDays(transaction, hours);
  const offDays = await changedHolidays(transaction, hours);
  await bumpAccountVersions(transaction, [accountId]);
  if (days.length > 0)
    await transaction
      .insertInto('office_hours')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'id']).doUpdateSet(({ ref }) => ({
          hours: ref('excluded.hours'),
          deleted: ref('excluded.deleted'),
        })),
      )
      .execute();
  if (offDays.length > 0)
    await transaction
      .insertInto('office_holidays')
      .values(offDays)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'id']).doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          deleted: ref('excluded.deleted'),
        })),
      )
      .execute();
  const change = (file: 'office-hours' | 'office-holidays') => (row: { id: string; deleted: boolean }) => ({
    accountId,
    file,
    rowId: row.id,
    action: row.deleted ? ('removed' as const) : ('changed' as const),
  });
  await recordChanges(
    transaction,
    [...days.map(change('office-hours')), ...offDays.map(change('office-holidays'))],
    { contactId, at },
  );
  if (days.length + offDays.length > 0)
    await recordActivity(transaction, [
      { accountId, contactId, action: 'change', subject: { kind: 'office hours', id: accountId }, at },
    ]);
}
