import type { Dependencies } from './dependencies.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import { installJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { openFiles } from './platform/open-files.ts';
import { restrictDataFolder } from './platform/private-files.ts';
import type { Program } from './platform/program.ts';

/**
 * Opens the files and the database that the environment configures, as it is, and closes both when the program ends. The
 * database may be empty or of an older release. Data that other users could read is restricted first.
 */
export async function openUnmigrated(environment: Environment, program: Program): Promise<Dependencies> {
  const log = createLog(environment);
  const open = restrictDataFolder(environment.dataFolder);
  if (open !== null) log.warn({ path: open }, 'other users of this machine can read this part of DATA_DIR');
  const files = await openFiles(environment);
  program.onEnd(() => files.close());
  const database = await openDatabase(environment, {
    say: program.print,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  program.onEnd(() => database.close());
  return {
    environment,
    log,
    database,
    clock: systemClock,
    files,
  };
}

/**
 * Opens the files and the database that the environment configures, migrates the database, and closes both when the
 * program ends. Every program that works with the record starts with this.
 */
export async function openDependencies(environment: Environment, program: Program): Promise<Dependencies> {
  const dependencies = await openUnmigrated(environment, program);
  await migrate(dependencies.database.pool);
  await installJobs(dependencies.database.pool);
  return dependencies;
}
