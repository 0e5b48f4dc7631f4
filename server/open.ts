import { join } from 'node:path';
import type { Dependencies } from './dependencies.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import { folderFileStore } from './platform/files.ts';
import { installJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import type { Program } from './platform/program.ts';

/**
 * Opens everything that the environment names, with the database at the newest schema, and closes it when the program
 * ends. Every program of the product begins with this.
 */
export async function openDependencies(environment: Environment, program: Program): Promise<Dependencies> {
  const log = createLog(environment);
  const database = await openDatabase(environment, {
    say: program.say,
    lost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  program.onEnd(() => database.close());
  await migrate(database.pool);
  await installJobs(database.pool);
  return {
    environment,
    log,
    database,
    clock: systemClock,
    files: folderFileStore(join(environment.dataFolder, 'files')),
  };
}
