import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { deleteBodiesBefore } from './call-bodies.ts';
import { cleanParked } from './parked.ts';
import { cleanRequests } from './request-limits.ts';
import { cleanSecrets } from './secrets.ts';
import { requestLateImports } from './waiting-calls.ts';

export async function cleanConnections({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await cleanSecrets(database.kysely, now);
  await cleanParked(database.kysely, now);
  await cleanRequests(database.kysely, now);
}

const keptDays = 30;

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
