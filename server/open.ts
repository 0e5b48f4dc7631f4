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
 * Opens everything that the environment names, with the database at the newest schema, and closes it when the program
 * ends. Every program of the product begins with this.
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
