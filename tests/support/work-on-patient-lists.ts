import pg from 'pg';
import { PatientListJobs } from '../../server/features/patient-lists/index.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { databaseOver } from '../../server/platform/database.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import { startJobs } from '../../server/platform/jobs.ts';
import { createLog } from '../../server/platform/log.ts';
import { openFiles } from '../../server/platform/open-files.ts';

/** Runs patient list jobs in the database of the first argument until it is killed; tests run several of these. */
const environment = readEnvironment();
const pool = new pg.Pool({ connectionString: process.argv[2] });
const log = createLog(environment);
const jobs = new PatientListJobs({
  environment,
  log,
  clock: systemClock,
  database: databaseOver(pool, { embedded: false }),
  files: await openFiles(environment),
});
await startJobs({ pool, log, tasks: {}, longTasks: jobs.tasks });
console.log('works');
