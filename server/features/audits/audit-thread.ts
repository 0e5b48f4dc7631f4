import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { databaseOver } from '../../platform/database.ts';
import { auditList, type AuditTask } from './audit-list.ts';

/** What an audit's thread is started with. */
export interface AuditThreadData {
  connection: pg.PoolConfig;
  task: AuditTask;
}

/** Milliseconds that one statement of an audit may take: a list of 100,000 patients takes longer than a page. */
const statementTimeout = 10 * 60 * 1000;

async function run({ connection, task }: AuditThreadData): Promise<void> {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    application_name: 'mailcall audit',
    statement_timeout: statementTimeout,
  });
  const database = databaseOver(pool, { embedded: false });
  await auditList(database, task).finally(() => database.close());
}

if (!isMainThread) {
  await run(workerData as AuditThreadData);
  parentPort?.postMessage('done', []);
}
