import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { Outbox } from '../outbox/index.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { OneTimeCodes } from './one-time-codes.ts';

export interface MessageDependencies {
  database: Database;
  clock: Clock;
  environment: Pick<Environment, 'signInCodeLifetime' | 'magicLinkLifetime' | 'setupLinkLifetime'>;
  codes: OneTimeCodes;
  secret: Uint8Array;
  limits: AttemptLimits;
  outbox: Outbox;
}
