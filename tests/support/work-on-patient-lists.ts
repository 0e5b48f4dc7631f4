import pg from 'pg';
import { PatientListJobs } from '../../server/features/patient-lists/index.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { databaseOver } from '../../server/platform/database.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import { startJobs } from '../../server/platform/jobs.ts';
import { createLog } from '../../server/platform/log.ts';
import { openFiles } from '../../server/platform/open-files.ts';

/** Does the jobs of patient lists in the database of its first argument until it is killed: one of several processes in tests. */
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
