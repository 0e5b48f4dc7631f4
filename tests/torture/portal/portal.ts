import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../server/platform/database.ts';
import { type Environment, readEnvironment } from '../../../server/platform/env.ts';
import type { FileStore } from '../../../server/platform/files.ts';
import { openFiles } from '../../../server/platform/open-files.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { freePort, temporaryFolder } from '../../support/programs.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';
import { KeptProcess } from './kept-process.ts';
import { prepareWorld, type World, type WorldSize } from './world.ts';

/** Seconds after which PostgreSQL ends a statement of a request. */
const statementTimeout = 10;
/** Milliseconds in which everything has to work again after a kill. */
const recoveryTimeout = 120_000;

export interface TorturedPortal {
  readonly postgres: OwnPostgres;
  readonly web: readonly KeptProcess[];
  readonly worker: KeptProcess;
  readonly urls: readonly string[];
  readonly world: World;
  readonly database: Database;
  readonly files: FileStore;
  readonly folder: string;
  readonly sink: SmtpSink;
  readonly processes: readonly KeptProcess[];
  readonly environment: Environment;
  recovered(): Promise<void>;
  stop(): Promise<(number | string)[]>;
}

interface PortalOptions {
  variables?: Record<string, string>;
  firstWeb?: Record<string, string>;
  folder?: string;
}

export async function startPortal(size: WorldSize, options: PortalOptions = {}): Promise<TorturedPortal> {
  const postgres = await ownPostgres({ durable: true });
  const folder = options.folder ?? (await temporaryFolder());
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const common = {
    DATABASE_URL: postgres.url,
    DATABASE_STATEMENT_TIMEOUT: String(statementTimeout),
    DATA_DIR: folder,
    PUBLIC_URL: urls[0] ?? '',
    SMTP_URL: sink.url,
    MAILCALL_DEMO: 'off',
    LOG_LEVEL: 'error',
    ...options.variables,
  };
  const environment: Environment = readEnvironment(common);
  const database = await openDatabase(environment);
  const files = await openFiles(environment);
  const world = await prepareWorld(database, environment, size);
  const web = ports.map(
    (port, index) =>
      new KeptProcess(
        `web ${index + 1}`,
        { ...common, ROLE: 'web', PORT: String(port), ...(index === 0 && options.firstWeb) },
        /is ready at/,
      ),
  );
  const worker = new KeptProcess('worker', { ...common, ROLE: 'worker' }, /works in the background/);
  const processes = [...web, worker];
  onTestFinished(() => database.close());
  for (const process of processes) process.start();
  const portal = {
    postgres,
    web,
    worker,
    urls,
    world,
    database,
    files,
    folder,
    sink,
    processes,
    environment,
    recovered: () => recovered(postgres, processes, urls),
    async stop() {
      const codes = await Promise.all(processes.map((process) => process.stop()));
      files.close();
      return codes;
    },
  };
  await portal.recovered();
  return portal;
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  await answer?.text().catch(() => null);
  return answer?.status === 200;
}

async function answers({ url }: OwnPostgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function recovered(
  postgres: OwnPostgres,
  processes: readonly KeptProcess[],
  urls: readonly string[],
): Promise<void> {
  for (const until = Date.now() + recoveryTimeout; Date.now() < until; await pause(50)) {
    if (!processes.every(({ ready }) => ready)) continue;
    if (!(await answers(postgres))) continue;
    if ((await Promise.all(urls.map(isReady))).every(Boolean)) return;
  }
  const states = processes.map(
    (one) => `${one.name}: ${one.ready ? 'works' : 'does not work'} ${one.output()}`,
  );
  throw new Error(`The portal does not work again after ${recoveryTimeout} ms.\n${states.join('\n')}`);
}

/** Processes of the machine that have to do with a folder: started with it in their environment, or working in it. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (!environment.includes(`DATA_DIR=${folder}`)) return [];
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
      } catch {
        return [];
      }
    });
}

/** Processes of a PostgreSQL that its present first process did not start. */
export function orphansOf(postgres: OwnPostgres): number[] {
  const first = postgres.pid();
  return postgres.processes().filter((pid) => {
    if (pid === first) return false;
    try {
      return !readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${first}\n`);
    } catch {
      return false;
    }
  });
}
