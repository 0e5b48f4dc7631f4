import type { Queryable } from '../../platform/database.ts';
import { listProgress } from './sync-progress.ts';
import { hours } from '@mailcall/contract/time/durations.ts';

/** Milliseconds without a page after which a reading that fails is worth a warning. */
const patience = hours(3);

/** Warnings for `/health`: connections whose calls or pieces could not be read for hours. */
export async function syncWarnings(database: Queryable, now: Date): Promise<string[]> {
  const stuck = (await listProgress(database)).filter(
    ({ endedAt, failure, advancedAt, startedAt }) =>
      endedAt === null && failure !== null && now.getTime() - (advancedAt ?? startedAt).getTime() > patience,
  );
  return [...new Map(stuck.map(({ connection, failure }) => [connection, failure]))].map(
    ([connection, failure]) => `The system of the connection ${connection} cannot be read: ${failure}`,
  );
}
