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

/** Noon UTC on a Thursday; the default time of tests. */
export const testTime = '2024-05-16T12:00:00Z';

export interface TestServer extends Dependencies {
  readonly url: string;
  readonly http: App['http'];
  readonly routes: App['routes'];
  readonly outboxKey: App['outboxKey'];
  /** Stands still until the test sets it. */
  readonly clock: FixedClock;
  /** Stops the server; rejects if a connection was not released. */
  close(): Promise<void>;
}

export interface TestServerOptions {
  startTime?: string;
  environment?: Partial<Environment>;
  log?: (line: string) => void;
}

/** Starts the application with a cloned database and checks replies against the contract. The caller must close it. */
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
