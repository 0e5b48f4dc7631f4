import { minutes } from '@mailcall/contract/time/durations.ts';
import pg from 'pg';
import { answerTasks } from '../../../platform/answer-tasks.ts';
import { databaseOver } from '../../../platform/database.ts';
import { auditList, type AuditTask } from './audit-list.ts';

export interface AuditThreadTask {
  connection: pg.PoolConfig;
  task: AuditTask;
}

/** Milliseconds per statement: a list of 100,000 patients takes longer than a page. */
const statementTimeout = minutes(10);

answerTasks<AuditThreadTask, void>(async ({ connection, task }) => {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    application_name: 'mailcall audit',
    statement_timeout: statementTimeout,
  });
  const database = databaseOver(pool, { embedded: false });
  await auditList(database, task).finally(() => database.close());
});
