import { isSilent, longestSilenceDays, usualDays } from '@mailcall/contract/rules/silence.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
import { deskChanged } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { teamAccounts } from '../team/index.ts';

const task = 'find silent lines';

interface Rhythm {
  accountId: string;
  /** '' for all calls of the office. */
  lineId: string;
  lastCallAt: Date;
  calls: number;
}

interface LineRhythm extends Rhythm {
  lastOfOffice: Date;
  /** Of the line, in the days that count for its office. */
  callsForOffice: number;
}

async function readLineRhythms(database: Queryable, now: Date): Promise<LineRhythm[]> {
  const within = (last: RawBuilder<unknown>) =>
    sql`(count(*) filter (where call_date_time > ${last} - make_interval(days => ${usualDays}::int)))::int`;
  const { rows } = await sql<LineRhythm>`
    select account_id as "accountId", line_id as "lineId", last_at as "lastCallAt", ${within(sql`last_at`)} as calls,
      last_of_office as "lastOfOffice", ${within(sql`last_of_office`)} as "callsForOffice"
    from (
      select account_id, coalesce(tracking_line_id, '') as line_id, call_date_time,
        max(call_date_time) over (partition by account_id, coalesce(tracking_line_id, '')) as last_at,
        max(call_date_time) over (partition by account_id) as last_of_office
      from calls where not deleted and call_date_time > ${new Date(now.getTime() - days(longestSilenceDays + usualDays))}
        and call_date_time <= ${now}) recent
    group by account_id, line_id, last_at, last_of_office`.execute(database);
  return rows;
}

const officeOf = ([first, ...others]: [LineRhythm, ...LineRhythm[]]): Rhythm => ({
  accountId: first.accountId,
  lineId: '',
  lastCallAt: first.lastOfOffice,
  calls: others.reduce((calls, { callsForOffice }) => calls + callsForOffice, first.callsForOffice),
});

/** Of a silent office, its lines are not named, too. */
export async function findSilentLines(database: Database, now: Date): Promise<void> {
  const byOffice = Map.groupBy(await readLineRhythms(database.kysely, now), ({ accountId }) => accountId);
  const silent = [...byOffice.values()].flatMap((lines): Rhythm[] => {
    const office = officeOf(lines as [LineRhythm, ...LineRhythm[]]);
    if (isSilent(office, now)) return [office];
    return lines.filter((line) => line.lineId !== '' && isSilent(line, now));
  });
  await database.transaction(async (transaction) => {
    await sql`delete from silent_lines`.execute(transaction);
    await sql`
      insert into silent_lines (account_id, tracking_line_id, last_call_at, calls)
      select account_id, tracking_line_id, last_call_at, calls
      from jsonb_to_recordset(${JSON.stringify(
        silent.map(({ accountId, lineId, lastCallAt, calls }) => ({
          account_id: accountId,
          tracking_line_id: lineId,
          last_call_at: lastCallAt,
          calls,
        })),
      )}::jsonb) as found (account_id text, tracking_line_id text, last_call_at timestamptz, calls int)`.execute(
      transaction,
    );
    await deskChanged(transaction, 'inbox', null);
  });
}

export const requestSilentLines = (database: Queryable): Promise<void> =>
  addJob(database, task, {}, { key: task, waitsForOthers: true });

export const silenceTasks = ({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Tasks => ({
  [task]: () => findSilentLines(database, clock.now()),
});

/** A call that came since ends the silence at once. */
const isStillSilent = (ofLine: RawBuilder<unknown>) => sql`not exists (
  select 1 from calls where calls.account_id = silent.account_id and ${ofLine} and calls.call_date_time > silent.last_call_at
    and not calls.deleted)`;

/** Waiting rows: active lines without a call for longer than usual. */
export const silentLines = (viewer: Viewer): RawBuilder<unknown> => sql`
  select silent.tracking_line_id as id, silent.account_id, silent.last_call_at as since,
    coalesce(lines.friendly_name, lines.number) as subject, null::text as person, silent.calls as count, lines.number as detail,
    null::text as opens, null::text as opens_id
  from silent_lines silent
  join tracking_lines lines on lines.account_id = silent.account_id and lines.id = silent.tracking_line_id
    and lines.status = 'Active' and not lines.deleted
  where ${teamAccounts(viewer, 'silent.account_id')}
    and ${isStillSilent(sql`calls.tracking_line_id = silent.tracking_line_id`)}`;

/** Waiting rows: offices of which no call has come for longer than usual. */
export const silentOffices = (viewer: Viewer): RawBuilder<unknown> => sql`
  select silent.account_id as id, silent.account_id, silent.last_call_at as since, accounts.name as subject, null::text as person,
    silent.calls as count, null::text as detail, null::text as opens, null::text as opens_id
  from silent_lines silent join accounts on accounts.id = silent.account_id and not accounts.deleted
  where silent.tracking_line_id = '' and ${teamAccounts(viewer, 'silent.account_id')} and ${isStillSilent(sql`true`)}`;
