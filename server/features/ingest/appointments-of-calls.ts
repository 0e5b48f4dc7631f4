import type { AccountVersions } from '../changes/index.ts';
import {
  appointmentsOf,
  bookedCounts,
  derivedFromAppointments,
  recomputeAppointments,
} from '../calls/index.ts';
import { appointmentsPlan } from './appointments-plan.ts';
import { copyBetween } from './copy-between.ts';
import { executeSql } from './execute-sql.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan, statementsOf } from './merge-plan.ts';
import { insertNewRows } from './merge-rows.ts';
import { sentIn } from './rows-of-plan.ts';
import { notePendingReferences } from './pending-references.ts';
import { appointmentCountsAs } from '../figures/index.ts';
import { stageTable, waitingRows } from './stage-rows.ts';

/** Waiting appointments of the batch's new calls, in the form of staged rows. */
const taken = 'pg_temp.taken_appointments';
const booked = 'pg_temp.booked_calls';
const takenRows = 'pg_temp.taken_appointment_rows';

/** Other checks are done when an appointment is taken. */
const takenPlan: MergePlan = { ...appointmentsPlan, joins: undefined, checks: [] };
const takenStatements = statementsOf(takenPlan, { stage: taken, batch: takenRows });

const replaces = 'waiting.previous_appointment_id';

/** New to the record, not made in the portal, replacing none of the record's, and not removed. */
const isTaken = [
  ...takenPlan.file.columns
    .filter(({ required }) => required)
    .map(({ name }) => `waiting.${name} is not null`),
  'waiting.portal_id is null',
  'waiting.deleted is not true',
  '(select id from appointments known where known.id = waiting.id) is null',
  `(${replaces} is null or (${[
    `${replaces} <> waiting.id`,
    `(select id from appointments earlier where earlier.id = ${replaces}) is null`,
    `(select id from appointments made where made.account_id = waiting.account_id and made.portal_id = ${replaces} limit 1) is null`,
    `not exists (select 1 from ${waitingRows} where portal_id is not null)`,
  ].join(' and ')}))`,
].join('\n       and ');

/** Neither the record nor the appointments taken with it replace this one. */
const counts = `(${appointmentCountsAs('appointment')} and ${appointmentCountsAs(
  'appointment',
  `(select account_id, previous_appointment_id, false as deleted from ${taken})`,
)})`;

export async function indexWaitingAppointments({ database }: ImportRun): Promise<void> {
  await executeSql(database, `create index waiting_rows_by_call on ${waitingRows} (call_id)`);
}

export async function leaveTakenAppointments(run: ImportRun, other: ImportRun): Promise<void> {
  const { database } = run;
  await executeSql(other.database, 'drop table if exists pg_temp.left_lines');
  await executeSql(other.database, `create temp table left_lines as select line from ${waitingRows}`);
  await executeSql(database, 'drop table if exists pg_temp.left_lines');
  await executeSql(database, 'create temp table left_lines (line bigint)');
  await copyBetween(other, run, { table: 'pg_temp.left_lines' });
  await executeSql(
    database,
    `delete from ${waitingRows} waiting where not exists (select 1 from pg_temp.left_lines other where other.line = waiting.line)`,
  );
}

async function takeAppointments(run: ImportRun, lines: [after: number, last: number]): Promise<void> {
  const { database, tables, record } = run;
  const waiting = `from ${waitingRows} where call_id in (${sentIn(lines)('id')})`;
  await record.load(
    {
      table: 'appointments',
      by: 'id',
      of: `select id ${waiting} union select previous_appointment_id ${waiting}`,
    },
    { table: 'appointments', by: 'portal_id', of: `select previous_appointment_id ${waiting}` },
    { table: 'appointments', by: 'previous_appointment_id', of: `select id ${waiting}` },
  );
  await tables.empty(
    [taken],
    [
      `create temp table taken_appointments (like ${waitingRows})`,
      'create index on pg_temp.taken_appointments (previous_appointment_id) where previous_appointment_id is not null',
    ],
  );
  await tables.empty(
    [booked],
    [
      'create temp table booked_calls (call_id text primary key, counted smallint, cancelled boolean, rescheduled boolean)',
    ],
  );
  await executeSql(
    database,
    `insert into ${taken}
     select waiting.* from ${stageTable} feed
     cross join lateral (select * from ${waitingRows} where call_id = feed.id offset 0) waiting
     where feed.line > $1 and feed.line <= $2
       and (select id from calls known where known.id = feed.id) is null and waiting.account_id = feed.account_id and ${isTaken}`,
    lines,
  );
  await executeSql(
    database,
    `insert into ${booked}
     select appointment.call_id, ${bookedCounts(counts)}
     from (select account_id, id, call_id, outcome, false as deleted from ${taken}) appointment
     group by appointment.call_id`,
  );
}

async function writeAppointments(run: ImportRun, file: string, versions: AccountVersions): Promise<void> {
  const { database, tables, record } = run;
  const left = await executeSql(
    database,
    `delete from ${taken} taken
     where not exists (select 1 from ${batchTable} batch where batch.id = taken.call_id and batch.is_new and batch.bad is null)`,
  );
  await tables.empty([takenRows], [takenStatements.create]);
  const { rowCount } = await executeSql(database, takenStatements.compareNew('true'));
  const added = await insertNewRows(database, takenPlan, takenStatements, { batch: takenRows, versions });
  if (added !== rowCount) throw new Error('An appointment that was counted in its call is rejected.');
  await executeSql(
    database,
    `delete from ${waitingRows} waiting using ${taken} taken
     where waiting.call_id = taken.call_id and waiting.line = taken.line`,
  );
  const all = `select line, account_id, previous_appointment_id from ${taken} where previous_appointment_id is not null`;
  await notePendingReferences(run, file, takenPlan.references ?? [], all, []);
  // the others can have been taken for replacing appointments
  if (left.rowCount > 0) {
    await record.save();
    await record.load(...appointmentsOf(`select call_id from ${taken}`));
    await recomputeAppointments(database, `(select account_id, call_id as id from ${taken}) as named`);
  }
}

/** Merges calls with their waiting appointments in one transaction, so that derived columns are written once. */
export const withAppointments = (calls: MergePlan, file: string): MergePlan => ({
  ...calls,
  joins: `${calls.joins ?? ''}
    left join lateral (select * from ${booked} where call_id = feed.id offset 0) booked on true`,
  derived: [
    ...(calls.derived ?? []),
    ...derivedFromAppointments.map(([name, value]) => ({
      name,
      sql: `coalesce(${value}, known.${name}, ${name === 'appointment_count' ? '0::smallint' : 'false'})`,
      stored: true,
    })),
  ],
  async before(run, lines) {
    await calls.before?.(run, lines);
    await takeAppointments(run, lines);
  },
  async after(run, versions) {
    await calls.after?.(run, versions);
    await writeAppointments(run, file, versions);
  },
});
