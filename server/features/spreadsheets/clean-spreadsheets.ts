import { days } from '@mailcall/contract/time/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { keptFor, removeSpreadsheetFiles, spreadsheetFiles } from './records.ts';

/** Milliseconds; a file that takes longer to arrive belongs to a killed process. */
const maxReceiving = days(1);

export async function cleanSpreadsheets({
  database: { kysely },
  clock,
  files,
}: Pick<Dependencies, 'database' | 'clock' | 'files'>): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - keptFor);
  const unfinished = new Date(now - maxReceiving);
  const rows = await kysely
    .selectFrom('spreadsheets')
    .select(['id', 'file_key as fileKey'])
    .where((row) =>
      row.or([
        row('created_at', '<', before),
        row.and([row('state', '=', 'receiving'), row('heartbeat_at', '<', unfinished)]),
      ]),
    )
    .execute();
  for (const row of rows) await removeSpreadsheetFiles(kysely, files, row);
  await files.removeUnfinished(spreadsheetFiles, unfinished);
}
