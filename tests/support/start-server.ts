import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, buildApp } from '../../server/app.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { type FixedClock, fixedClock } from '../../server/platform/clock.ts';
import { type Environment, readEnvironment } from '../../server/platform/env.ts';
import { createLog } from '../../server/platform/log.ts';
import { openFiles } from '../../server/platform/open-files.ts';
import { type ClonedDatabase, cloneDatabase } from './test-database.ts';

/** Noon in UTC of an ordinary Thursday: the time of tests that do not choose one. */
export const testTime = '2024-05-16T12:00:00Z';

/** The real application, listening on a free port of this machine, with a database, folder and clock of its own. */
export interface TestServer extends Dependencies {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly http: App['http'];
  readonly routes: App['routes'];
  readonly outboxKey: App['outboxKey'];
  /** Does not advance until the test sets it. */
  readonly clock: FixedClock;
  /** Stops it; fails when a connection was not released. */
  close(): Promise<void>;
}

/** What a test can choose. */
export interface TestServerOptions {
  /** The initial time of the clock (ISO 8601); {@link testTime} by default. */
  startTime?: string;
  /** Settings that differ from the defaults. */
  environment?: Partial<Environment>;
  /** Receives every log line; without it nothing is logged. */
  log?: (line: string) => void;
}

/** Starts the application on a cloned database; the caller closes it. Replies are checked against the contract. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-test-'));
  const clone: ClonedDatabase = await cloneDatabase();
  const environment: Environment = {
    ...readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://portal.test' }),
    ...options.environment,
    ...(options.log && { logLevel: 'trace' }),
  };
  const files = await openFiles(environment);
  const dependencies = {
    environment,
    log: createLog(environment, options.log && { write: options.log }),
    database: clone.database,
    clock: fixedClock(options.startTime ?? testTime),
    files,
  };
  const app = await buildApp(dependencies, { checkReplies: true });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...dependencies,
    ...app,
    url,
    async close() {
      await app.http.close();
      files.close();
      await clone.drop().finally(() => rm(folder, { recursive: true, force: true }));
    },
  };
}
