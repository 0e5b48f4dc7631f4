import { sql } from 'kysely';
import { appointmentsOf, recomputeAppointments } from '../calls/index.ts';
import { bumpAccountVersions, versionTable } from '../changes/index.ts';
import type { RecordRows } from '../../platform/distribution/record-rows.ts';
import { executeSql } from './execute-sql.ts';
import { onKnownCall } from './calls-plan.ts';
import { feedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { leaveRemovedAppointments } from './removed-data.ts';
import { stageTable } from './stage-rows.ts';

/** Calls whose counts can change: calls with a former or present appointment, and calls of replaced appointments. */
const concernedCalls = 'pg_temp.concerned_calls';

/** A portal appointment takes the feed's id once the feed has it. Its old id is marked deleted, so that readers of changes see it go. */
async function takeOverPortalAppointments(
  { database, record }: ImportRun,
  lines: [number, number],
): Promise<void> {
  await executeSql(database, `drop table if exists ${concernedCalls}, pg_temp.taken_over`);
  await executeSql(database, 'create temp table concerned_calls (account_id text, id text)');
  await executeSql(
    database,
    'create temp table taken_over (account_id text, portal_id text, id text, call_id text, is_known boolean)',
  );
  const found = await executeSql<{ account_id: string }>(
    database,
    `insert into pg_temp.taken_over
     select distinct on (made.account_id, made.id) made.account_id, made.id, feed.id, made.call_id, known.id is not null
     from ${stageTable} feed
     left join lateral (select id, account_id from appointments where id = feed.id offset 0) known on true
     join appointments made on made.account_id = coalesce(known.account_id, feed.account_id) and made.portal_id = feed.portal_id
       and made.id = made.portal_id and made.id <> feed.id
     where feed.line > $1 and feed.line <= $2 and feed.portal_id is not null
       and (feed.deleted or exists (select 1 from calls where account_id = made.account_id and id = coalesce(feed.call_id, made.call_id)))
     order by made.account_id, made.id, (known.id is null), feed.line
     returning account_id`,
    lines,
  );
  if (!found.rowCount) return;
  await executeSql(
    database,
    `insert into ${concernedCalls} select account_id, call_id from pg_temp.taken_over`,
  );
  await record.lock({
    table: 'appointments',
    rows: 'select account_id, portal_id as id from pg_temp.taken_over',
  });
  await lockConcernedCalls(record);
  await record.load({
    table: 'appointments',
    by: 'previous_appointment_id',
    of: 'select portal_id from pg_temp.taken_over',
    again: true,
  });
  const versions = await bumpAccountVersions(
    database,
    found.rows.map((row) => row.account_id),
  );
  const known = versionTable(versions);
  // if the feed's row already exists, it replaces the portal's row
  await sql`
    update appointments made
    set id = taken.id, version = new_versions.version
    from pg_temp.taken_over taken
    join ${known} on new_versions.account_id = taken.account_id
    where made.account_id = taken.account_id and made.id = taken.portal_id and not taken.is_known`.execute(
    database,
  );
  await sql`
    update appointments made
    set deleted = true, portal_id = null, version = new_versions.version
    from pg_temp.taken_over taken
    join ${known} on new_versions.account_id = taken.account_id
    where made.account_id = taken.account_id and made.id = taken.portal_id and taken.is_known`.execute(
    database,
  );
  await sql`
    insert into appointments (account_id, id, call_id, deleted, version)
    select taken.account_id, taken.portal_id, taken.call_id, true, new_versions.version
    from pg_temp.taken_over taken
    join ${known} on new_versions.account_id = taken.account_id
    where not taken.is_known`.execute(database);
  await sql`
    update appointments later
    set previous_appointment_id = taken.id, version = new_versions.version
    from pg_temp.taken_over taken
    join ${known} on new_versions.account_id = taken.account_id
    where later.account_id = taken.account_id and later.previous_appointment_id = taken.portal_id`.execute(
    database,
  );
  await record.save();
}

async function lockConcernedCalls(record: RecordRows): Promise<void> {
  await record.lock({ table: 'calls', rows: `select distinct account_id, id from ${concernedCalls}` });
}

export const appointmentsPlan: MergePlan = {
  file: feedFile('appointments'),
  together: false,
  account: 'own',
  versioned: true,
  names: [{ column: 'previous_appointment_id', table: 'appointments' }],
  joins: `${onKnownCall.joins}
    left join lateral (
      select id from appointments where account_id = next.account_id and portal_id = feed.portal_id and id <> feed.id limit 1
    ) same_in_record on true
    left join lateral (
      select earlier.id from ${stageTable} earlier
      where earlier.account_id = feed.account_id and earlier.portal_id = feed.portal_id and earlier.line < feed.line
      order by earlier.line limit 1
    ) same_in_file on true`,
  checks: [
    ...onKnownCall.checks,
    {
      column: 'previous_appointment_id',
      when: 'feed.previous_appointment_id = feed.id',
      reason: "'names the appointment itself'",
    },
    {
      column: 'portal_id',
      when: 'same_in_record.id is not null',
      reason: "'is already that of appointment ' || same_in_record.id",
    },
    {
      column: 'portal_id',
      when: 'same_in_file.id is not null',
      reason: "'is already that of appointment ' || same_in_file.id",
    },
  ],
  reads: (sent) => [
    { table: 'appointments', by: 'portal_id', of: sent('previous_appointment_id') },
    { table: 'calls', by: 'id', of: `${sent('call_id')} union select call_id from appointments` },
  ],
  references: [{ column: 'previous_appointment_id', tables: ['appointments'], sameAccount: true }],

  async before(run, lines) {
    await executeSql(
      run.database,
      'create index if not exists feed_rows_by_portal_id on pg_temp.feed_rows (account_id, portal_id) where portal_id is not null',
    );
    await takeOverPortalAppointments(run, lines);
    if (run.hasRemovedData) await leaveRemovedAppointments(run, lines);
  },

  async lock({ database, record }) {
    await record.load({
      table: 'appointments',
      by: 'id',
      of: `select previous_appointment_id from ${batchTable} union select previous_appointment_id from appointments`,
    });
    await executeSql(
      database,
      `insert into ${concernedCalls}
       with involved as (
         select batch.account_id, batch.call_id, batch.previous_appointment_id from ${batchTable} batch where bad is null
         union all
         select known.account_id, known.call_id, known.previous_appointment_id
         from ${batchTable} batch join appointments known on known.account_id = batch.account_id and known.id = batch.id where bad is null
       )
       select account_id, call_id from involved
       union
       select involved.account_id, replaced.call_id from involved
       join appointments replaced on replaced.account_id = involved.account_id and replaced.id = involved.previous_appointment_id`,
    );
    await record.load({ table: 'calls', by: 'id', of: `select id from ${concernedCalls}` });
    await lockConcernedCalls(record);
    await record.load(
      ...appointmentsOf(`select id from ${concernedCalls}`, true),
      // a row can be replaced before it arrives
      { table: 'appointments', by: 'previous_appointment_id', of: `select id from ${batchTable}` },
    );
  },

  async after({ database }) {
    await recomputeAppointments(database, concernedCalls);
  },
};
