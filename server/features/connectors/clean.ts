import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { deleteBodiesBefore } from './call-bodies.ts';
import { cleanParked } from './parked.ts';
import { cleanSecrets } from './secrets.ts';
import { requestLateImports } from './waiting-calls.ts';

/** Forgets what is too old: secrets that another has replaced, and what was parked. */
export async function cleanConnections({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await cleanSecrets(database.kysely, now);
  await cleanParked(database.kysely, now);
}

/** Days for which bodies of events, and the results of calls, are kept. */
const keptDays = 30;

/** Forgets what is too old, and requests again what waits for long. */
export async function cleanConnectedCalls({
  database: { kysely },
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - days(keptDays));
  await deleteBodiesBefore(kysely, before);
  await sql`delete from connection_calls where received_at < ${before}`.execute(kysely);
  await requestLateImports(kysely, now);
}
