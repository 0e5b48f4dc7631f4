import type { Clock } from '../../platform/clock.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { openSigningKeys } from './signing-keys.ts';

/** Tokens of earlier keys stay valid until they expire, unless `revoke`. @throws {OperatorProblem} if the key file is damaged */
export async function rotateSigningKeys(
  {
    database,
    clock,
    environment,
  }: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'dataFolder' | 'accessTokenLifetime'>;
  },
  { revoke }: { revoke: boolean },
): Promise<{ kid: string; revoked: boolean }> {
  const startedAt = clock.now();
  const { dataFolder, accessTokenLifetime: maxTokenSeconds } = environment;
  const keys = await openSigningKeys({ database, clock, dataFolder, maxTokenSeconds });
  await keys.replace({ revoke });
  const { kid } = await keys.current();
  await recordCommandRun(
    { database: database.kysely, clock },
    { command: 'signing-keys rotate', startedAt, counts: { revoked: revoke ? 1 : 0 } },
  );
  return { kid, revoked: revoke };
}
