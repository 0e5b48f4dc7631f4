import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import type { FileStore } from './platform/files.ts';
import type { Logger } from './platform/log.ts';

/** Each feature's `serveNAME(routes, dependencies)` picks what it uses. */
export interface Dependencies {
  environment: Environment;
  log: Logger;
  database: Database;
  clock: Clock;
  files: FileStore;
}
