import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type App, buildApp } from '../server/app.ts';
import type { CopyOptions } from '../server/features/read-model/index.ts';
import type { Clock } from '../server/platform/clock.ts';
import { createLog } from '../server/platform/log.ts';
import type { PortalUse } from './portal-process.ts';
import { Browser } from './screens.ts';
import { signIn } from './sign-in.ts';
import type { BenchRecord } from './story.ts';

export type ReadModelChoice = 'duckdb' | 'postgres';

export interface BenchPortal {
  app: App;
  base: string;
  browser: Browser;
  close: () => Promise<void>;
}

function clockFrom(start: Date): Clock {
  const ahead = start.getTime() - performance.now();
  return { now: () => new Date(ahead + performance.now()) };
}

interface BenchPortalOptions {
  /** By default the copy answers for every scope. */
  copy?: CopyOptions;
  remembers?: boolean;
  clockGoesOn?: boolean;
}

export async function startPortal(
  record: BenchRecord,
  readModel: ReadModelChoice,
  { copy = { leastCalls: 0 }, remembers = false, clockGoesOn = false }: BenchPortalOptions = {},
): Promise<BenchPortal> {
  const environment = { ...record.environment, readModel };
  const clock = clockGoesOn ? clockFrom(record.clock.now()) : record.clock;
  const app = await buildApp(
    { ...record, clock, environment, log: createLog(environment) },
    { readModel: copy, answers: remembers ? {} : { size: 0 } },
  );
  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const browser = new Browser(base, await signIn(base));
  const started = performance.now();
  await app.readModel.settled();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (readModel === 'duckdb') console.log(`The columnar copy is ${app.readModel.state} after ${seconds} s.`);
  return {
    app,
    base,
    browser,
    async close() {
      browser.close();
      await app.http.close();
    },
  };
}

export interface PortalProcess {
  readonly pid: number;
  readonly base: string;
  /** Since the previous call, or since the start. */
  use: () => Promise<PortalUse>;
  stop: () => Promise<void>;
}

/** Settles when the process listens, whether or not its copy is ready. */
export async function forkPortal(record: BenchRecord, readModel: ReadModelChoice): Promise<PortalProcess> {
  const child = fork(join(import.meta.dirname, 'portal-process.ts'), {
    env: {
      ...process.env,
      DATA_DIR: record.environment.dataFolder,
      READ_MODEL: readModel,
      BENCH_NOW: record.clock.now().toISOString(),
    },
  });
  const ended = once(child, 'exit');
  const answer = async <Answer>(): Promise<Answer> => {
    const [first] = await Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('The portal has ended.');
      }),
    ]);
    return first as Answer;
  };
  const base = await answer<string>();
  return {
    pid: child.pid ?? 0,
    base,
    use() {
      child.send('use');
      return answer<PortalUse>();
    },
    async stop() {
      child.send('stop');
      await ended;
    },
  };
}
