import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { failedJobs } from '../../platform/jobs.ts';

const minute = minutes(1);
const hour = 60 * minute;

/** Workers look for alerts far more often. */
const missingAfter = 10 * minute;

const tasksWithWarnings = ['send message', 'import reported call', 'import connected calls'];

interface LastTimes {
  /** When a worker last looked for alerts, as it does every 20 seconds. */
  workedAt: Date | null;
  /** When a folder was imported last, or a key that brings rows was used. */
  importedAt: Date | null;
  backedUpAt: Date | null;
}

async function readLastTimes(database: Queryable): Promise<LastTimes> {
  const { rows } = await sql<LastTimes>`
    select (select checked_at from alert_heartbeat) as "workedAt",
      greatest(
        (select max(finished_at) from command_runs where command = 'import'),
        (select max(last_used_at) from api_keys
          where exists (select 1 from unnest(scopes) scope where scope like 'ingest:%'))) as "importedAt",
      (select max(finished_at) from command_runs where command = 'backup') as "backedUpAt"`.execute(database);
  return rows[0] ?? { workedAt: null, importedAt: null, backedUpAt: null };
}

const hours = (count: number) => (count === 1 ? 'an hour' : `${count} hours`);

/** Only the operator knows the maximum age of imports and backups: without a setting, no warning. `since`: this process began. */
export async function operationWarnings(
  {
    database,
    environment,
    now,
  }: {
    database: Queryable;
    environment: Pick<Environment, 'importWarningHours' | 'backupWarningHours'>;
    now: Date;
  },
  since: Date,
): Promise<string[]> {
  const { workedAt, importedAt, backedUpAt } = await readLastTimes(database);
  const failed = await failedJobs(database, tasksWithWarnings);
  const isLonger = (lastAt: Date | null, milliseconds: number) =>
    now.getTime() - Math.max(lastAt?.getTime() ?? 0, since.getTime()) > milliseconds;
  const { importWarningHours, backupWarningHours } = environment;
  // a time long before this process began counts: it was nightly before a restart, too
  const isOld = (lastAt: Date | null, limit: number | undefined): limit is number =>
    limit !== undefined && now.getTime() - (lastAt ?? since).getTime() > limit * hour;
  return [
    ...(isLonger(workedAt, missingAfter)
      ? [
          'No worker has looked for what is to be done for more than ten minutes: mails, alerts, exports and imports of connections may wait. Start a process with the role worker, or look at its log.',
        ]
      : []),
    ...(failed > 0
      ? [
          `${failed === 1 ? 'A job of the last day failed and is' : `${failed} jobs of the last day failed and are`} not tried again: npm run cli -- queues`,
        ]
      : []),
    ...(isOld(importedAt, importWarningHours)
      ? [
          `Nothing was imported for more than ${hours(importWarningHours)} (IMPORT_WARNING_HOURS): neither a folder, nor rows with an API key.`,
        ]
      : []),
    ...(isOld(backedUpAt, backupWarningHours)
      ? [
          `No backup was made for more than ${hours(backupWarningHours)} (BACKUP_WARNING_HOURS): npm run cli -- backup`,
        ]
      : []),
  ];
}
