import type { Dependencies } from './dependencies.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import { installJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { openFiles } from './platform/open-files.ts';
import type { Program } from './platform/program.ts';

/**
 * Opens the files and the database that the environment configures, migrates the database, and closes both when the
 * program ends. Every program of the product starts with this.
 */
export async function openDependencies(environment: Environment, program: Program): Promise<Dependencies> {
  const log = createLog(environment);
  const files = await openFiles(environment);
  program.onEnd(() => files.close());
  const database = await openDatabase(environment, {
    say: program.print,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  program.onEnd(() => database.close());
  await migrate(database.pool);
  await installJobs(database.pool);
  return {
    environment,
    log,
    database,
    clock: systemClock,
    files,
  };
}
