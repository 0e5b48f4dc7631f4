import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import type { FileStore } from './platform/files.ts';
import type { Logger } from './platform/log.ts';

/**
 * What the application is built from; a program or a test makes these and gives them to `buildApp`. Each feature's
 * `serveNAME(routes, means)` takes of them what it needs.
 */
export interface Dependencies {
  environment: Environment;
  log: Logger;
  database: Database;
  clock: Clock;
  /** Recordings and, later, designs and exports. */
  files: FileStore;
}
