import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import type { FileStore } from './platform/files.ts';
import type { Logger } from './platform/log.ts';

/**
 * Parts that the application is built from: a program or a test creates these and passes them to `buildApp`. Each feature's
 * `serveNAME(routes, dependencies)` picks the parts that it uses.
 */
export interface Dependencies {
  environment: Environment;
  log: Logger;
  database: Database;
  clock: Clock;
  /** Recordings, images and exports. */
  files: FileStore;
}
