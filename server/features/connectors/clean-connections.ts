import type { Dependencies } from '../../dependencies.ts';
import { cleanParked } from './parked.ts';
import { cleanSecrets } from './secrets.ts';

/** Forgets what is too old: secrets that another has replaced, and what was parked. */
export async function cleanConnections({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await cleanSecrets(database.kysely, now);
  await cleanParked(database.kysely, now);
}
