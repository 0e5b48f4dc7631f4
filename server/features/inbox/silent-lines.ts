import { isSilent, longestSilenceDays, usualDays } from '@mailcall/contract/rules/silence.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
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

async function readRhythms(database: Queryable, line: RawBuilder<string>, now: Date): Promise<Rhythm[]> {
  const { rows } = await sql<Rhythm>`
    select account_id as "accountId", line_id as "lineId", last_at as "lastCallAt", count(*)::int as calls
    from (
      select account_id, ${line} as line_id, call_date_time, max(call_date_time) over (partition by account_id, ${line}) as last_at
      from calls where not deleted and call_date_time > ${new Date(now.getTime() - days(longestSilenceDays + usualDays))}
        and call_date_time <= ${now}) recent
    where call_date_time > last_at - make_interval(days => ${usualDays}::int)
    group by account_id, line_id, last_at`.execute(database);
  return rows;
}

/** Of a silent office, its lines are not named, too. */
export async function findSilentLines(database: Database, now: Date): Promise<void> {
  const offices = (await readRhythms(database.kysely, sql<string>`''::text`, now)).filter((office) =>
    isSilent(office, now),
  );
  const ofOffices = new Set(offices.map(({ accountId }) => accountId));
  const lines = (await readRhythms(database.kysely, sql<string>`coalesce(tracking_line_id, '')`, now)).filter(
    (line) => line.lineId !== '' && !ofOffices.has(line.accountId) && isSilent(line, now),
  );
  await database.transaction(async (transaction) => {
    await sql`delete from silent_lines`.execute(transaction);
    await sql`
      insert into silent_lines (account_id, tracking_line_id, last_call_at, calls)
      select account_id, tracking_line_id, last_call_at, calls
      from jsonb_to_recordset(${JSON.stringify(
        [...offices, ...lines].map(({ accountId, lineId, lastCallAt, calls }) => ({
          account_id: accountId,
          tracking_line_id: lineId,
          last_call_at: lastCallAt,
          calls,
        })),
      )}::jsonb) as found (account_id text, tracking_line_id text, last_call_at timestamptz, calls int)`.execute(
      transaction,
    );
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
