import type { Database } from '../../../platform/database.ts';
import { auditTotals } from './audit-totals.ts';
import { outdatedStateOf, type OutdatedList } from './input-hash.ts';
import { matchPatients } from './match-patients.ts';
import { readInput } from './read-input.ts';
import { writeResult } from './write-result.ts';

/** Runs that another change of the list may overtake before the next job takes over. */
const maxRuns = 3;

export interface AuditTask extends OutdatedList {
  matchDays: number;
  now: Date;
}

/** Audits a list from one snapshot, unless its stored audit is up to date. */
export async function auditList(
  database: Pick<Database, 'kysely' | 'transaction'>,
  task: AuditTask,
): Promise<void> {
  for (let run = 0; run < maxRuns; run += 1) if (await auditOnce(database, task)) return;
}

async function auditOnce(
  { kysely, transaction }: Pick<Database, 'kysely' | 'transaction'>,
  task: AuditTask,
): Promise<boolean> {
  const { accountId, patientListId, matchDays, now } = task;
  const read = await kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const state = await outdatedStateOf(snapshot, task, matchDays);
      return state && { state, input: await readInput(snapshot, task) };
    });
  if (!read) return true;
  const { state, input } = read;
  const result = matchPatients(input);
  const totals = auditTotals(input.households, result.matches);
  return transaction((writing) =>
    writeResult(
      writing,
      { accountId, patientListId, version: state.version, inputHash: state.hash, now },
      { result, totals },
    ),
  );
}
