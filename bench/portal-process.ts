import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { buildApp } from '../server/app.ts';
import { fixedClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { createLog } from '../server/platform/log.ts';

/* A portal over a store in a separate process, which another process starts and queries. */

export interface PortalUse {
  copy: string;
  answered: Readonly<Record<'copy' | 'record', number>>;
  /** Milliseconds: 99th percentile and maximum. */
  loop: { p99: number; max: number };
  /** Processor seconds of all threads. */
  processor: number;
  /** Most requests that waited for a PostgreSQL connection. */
  waiting: number;
}

const environment = readEnvironment({
  DATA_DIR: process.env['DATA_DIR'],
  READ_MODEL: process.env['READ_MODEL'],
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://mailcall.test',
});
const database = await openDatabase(environment);
const app = await buildApp(
  {
    database,
    environment,
    files: folderFileStore(join(environment.dataFolder, 'files')),
    clock: fixedClock(new Date(process.env['BENCH_NOW'] ?? '')),
    log: createLog(environment),
  },
  // computes every answer
  { answers: { size: 0 } },
);
const loop = monitorEventLoopDelay({ resolution: 10 });
loop.enable();
let cpu = process.cpuUsage();
let waiting = 0;
const watching = setInterval(() => {
  waiting = Math.max(waiting, database.pool.waitingCount);
}, 20);

function use(): PortalUse {
  const { user, system } = process.cpuUsage(cpu);
  const result: PortalUse = {
    copy: app.readModel.state,
    answered: { ...app.readModel.answered },
    loop: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
    processor: (user + system) / 1e6,
    waiting,
  };
  loop.reset();
  cpu = process.cpuUsage();
  waiting = 0;
  return result;
}

async function stop(): Promise<void> {
  clearInterval(watching);
  await app.http.close();
  await database.close();
  process.disconnect();
}

process.on('message', (message) => {
  if (message === 'use') process.send?.(use());
  else void stop();
});
process.send?.(await app.http.listen({ host: '127.0.0.1', port: 0 }));
