import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { App } from '../server/app.ts';
import { WrittenExports } from '../server/features/exports/index.ts';
import { openOutbox } from '../server/features/outbox/index.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { createLog } from '../server/platform/log.ts';
import { readProvider } from '../server/provider.ts';
import type { BenchRecord } from './story.ts';

/** Megabytes by which the process can grow while it writes an export of any size. */
const maxGrowth = 300;
/** Milliseconds between measurements of the process's memory. */
const pollInterval = 50;

const megabytes = (bytes: number) => bytes / 1_000_000;

/** Runs `work` and returns how many megabytes the process's memory grew by at most. */
async function growthDuring(work: () => Promise<void>): Promise<{ seconds: number; growth: number }> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, pollInterval);
  const started = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - started) / 1000, growth: megabytes(highest - before) };
}

/**
 * Writes all calls of all offices as the worker does, and measures time, file size and memory. It has to run before
 * measurements that fill the memory.
 * @throws {Error} when the process grew by more than 300 MB.
 */
export async function measureExport(
  record: BenchRecord,
  http: App['http'],
  token: string,
  say: (line: string) => void,
): Promise<void> {
  const { database, environment } = record;
  await installJobs(database.pool);
  const provider = readProvider(environment);
  const log = createLog(environment);
  const outbox = openOutbox({ ...record, provider, log });
  const exports = new WrittenExports({ ...record, outbox, provider, log });
  const response = await http.inject({
    method: 'POST',
    url: '/api/data/calls/request-large-export',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      accountIds: ['*'],
      filters: { outcome: ['all calls'] },
      acceptedTerms: true,
      authorizedReceiver: true,
    },
  });
  if (response.statusCode !== 200)
    throw new Error(`The export request returned ${response.statusCode} ${response.body}`);
  const { id } = response.json<{ data: { export: { id: string } } }>().data.export;
  const { seconds, growth } = await growthDuring(() => exports.write(id));
  const { rows } = await database.pool.query<{ rows_written: number; bytes: number | null }>(
    'select rows_written, bytes from exports where id = $1',
    [id],
  );
  const { rows_written: calls = 0, bytes = null } = rows[0] ?? {};
  await record.files.remove(`exports/${id}.xlsx`);
  await database.pool.query('delete from exports where id = $1', [id]);
  if (bytes === null) throw new Error('The export was not written.');
  say(
    `An export of ${thousands(calls)} calls: ${seconds.toFixed(0)} s, a file of ${megabytes(bytes).toFixed(0)} MB, memory + ${growth.toFixed(0)} MB`,
  );
  if (growth > maxGrowth) throw new Error(`The process grew by more than ${maxGrowth} MB.`);
}
