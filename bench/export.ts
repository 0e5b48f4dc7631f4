import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadavg } from 'node:os';
import { callSorts } from '@mailcall/contract/calls.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { buildApp } from '../server/app.ts';
import { WrittenExports } from '../server/features/exports/index.ts';
import { openOutbox } from '../server/features/outbox/index.ts';
import { createLog } from '../server/platform/log.ts';
import { readProvider } from '../server/provider.ts';
import { openGrownStore } from './grown-store.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { databaseSeconds } from './processes.ts';
import { signIn } from './sign-in.ts';
import type { BenchRecord } from './story.ts';

const usage = `npm run bench:export -- [--calls 1000000] [--sort callDateTime]

Writes all calls of all offices to an XLSX file as the worker does. It fails when the process grows by more than 300 MB, or when fewer
than 20,000 calls are written in a second.
  --calls  calls of the store, which is made once
  --sort   the order of the calls: ${callSorts.join(', ')}`;

/** Megabytes, whatever the size of the export. */
const maxGrowth = 300;
const minRate = 20_000;
const pollInterval = 50;

const megabytes = (bytes: number) => bytes / 1_000_000;

interface Taken {
  seconds: number;
  growth: number;
  /** Seconds of this process, its main thread, and PostgreSQL. */
  processor: { all: number; main: number; database: number };
  /** Milliseconds: 99th percentile and maximum. */
  loop: { p99: number; max: number };
}

async function measured(record: BenchRecord, work: () => Promise<void>): Promise<Taken> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, pollInterval);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  const database = await databaseSeconds(record);
  loop.enable();
  const [own, main] = [process.cpuUsage(), process.threadCpuUsage()];
  const started = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
    loop.disable();
  }
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  return {
    seconds: (performance.now() - started) / 1000,
    growth: megabytes(highest - before),
    processor: {
      all: seconds(process.cpuUsage(own)),
      main: seconds(process.threadCpuUsage(main)),
      database: (await databaseSeconds(record)) - database,
    },
    loop: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
  };
}

async function requestExport(record: BenchRecord, sort: string): Promise<string> {
  const { http } = await buildApp({
    ...record,
    environment: { ...record.environment, readModel: 'postgres' },
    log: createLog(record.environment),
  });
  try {
    const base = await http.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${base}/api/data/calls/request-large-export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signIn(base)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountIds: ['*'],
        filters: { outcome: ['all calls'] },
        sort,
        acceptedTerms: true,
        authorizedReceiver: true,
      }),
    });
    if (!response.ok)
      throw new Error(`The export request returned ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { export: { id: string } } };
    return data.export.id;
  } finally {
    await http.close();
  }
}

async function measureExport(record: BenchRecord, sort: string): Promise<void> {
  const { database, environment } = record;
  const id = await requestExport(record, sort);
  const provider = readProvider(environment);
  const log = createLog(environment);
  const outbox = openOutbox({ ...record, provider, log });
  const exports = new WrittenExports({ ...record, outbox, log });
  const { seconds, growth, processor, loop } = await measured(record, () => exports.write(id));
  const { rows } = await database.pool.query<{ rows_written: number; bytes: number | null }>(
    'select rows_written, bytes from exports where id = $1',
    [id],
  );
  const { rows_written: calls = 0, bytes = null } = rows[0] ?? {};
  await record.files.remove(`exports/${id}.xlsx`);
  await database.pool.query('delete from exports where id = $1', [id]);
  if (bytes === null) throw new Error('The export was not written.');
  const perSecond = (some: number) => `${thousands(Math.round(calls / some))}/s`;
  console.log(
    `${thousands(calls)} calls in ${seconds.toFixed(1)} s, ${perSecond(seconds)}; a file of ${megabytes(bytes).toFixed(0)} MB, memory + ${growth.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    `Processor time: main thread ${processor.main.toFixed(1)} s (${perSecond(processor.main)}), its other threads ${(processor.all - processor.main).toFixed(1)} s, PostgreSQL ${processor.database.toFixed(1)} s. Event loop: p99 ${loop.p99.toFixed(0)} ms, longest ${loop.max.toFixed(0)} ms.`,
  );
  if (growth > maxGrowth) reportMissed(`The process grew by more than ${maxGrowth} MB.`);
  if (calls / seconds < minRate) reportMissed(`Fewer than ${thousands(minRate)} calls a second.`);
}

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('1000000', '1000') },
  sort: { type: 'string', default: 'callDateTime' },
});
const record = await openGrownStore(Number(values.calls), console.log);
try {
  await measureExport(record, values.sort);
} finally {
  await record.database.close();
}
