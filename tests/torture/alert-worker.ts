import { readEnvironment } from '../../server/platform/env.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startJobs } from '../../server/platform/jobs.ts';
import { createLog } from '../../server/platform/log.ts';
import { engineOf } from '../../server/features/alerts/alerts-for-tests.ts';

/** A process that looks for alerts and sends their messages, to be killed: `DATABASE_URL` and `SMTP_URL` say where. */
const environment = readEnvironment();
const database = await openDatabase(environment);
const { engine, outbox } = engineOf(
  { database, clock: systemClock, smtpUrl: environment.smtpUrl },
  { interval: 50 },
);
await startJobs({ pool: database.pool, log: createLog(environment), tasks: outbox.tasks });
engine.start();
console.log('works');
