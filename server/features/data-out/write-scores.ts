import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../platform/database.ts';
import { ownerOnly } from '../../platform/private-files.ts';
import { feedFiles, type FeedColumn } from '../ingest/index.ts';
import type { ExportedRow } from './changed-rows.ts';
import { cursorAt, positionOf } from './cursors.ts';
import { fillFolder, rowsOf } from './write-export.ts';

const columnsOf = (file: 'calls' | 'inquiries' | 'staff', has: (column: FeedColumn) => boolean): string[] =>
  (feedFiles.find(({ name }) => name === file)?.columns ?? []).filter(has).map(({ name }) => name);

/** Files of scores with the feed's columns. */
const scoreFiles = {
  staff: columnsOf('staff', () => true),
  calls: columnsOf(
    'calls',
    ({ name, score }) => score || name === 'id' || name === 'account_id' || name === 'caller_name',
  ),
  inquiries: columnsOf('inquiries', () => true),
} as const;

/** Exact, unlike files for spreadsheets: systems read it. */
function cell(value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const text = isPlain ? String(value) : '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`;

/** A resolved call that no person scored is not among the scores. */
const hasScore = (row: ExportedRow) => 'call_answered_by' in row;

/**
 * Writes the scores of people since a cursor to a folder as files of the feed, for a system that has the calls. A call of which the score
 * was withdrawn has the one that it shows instead.
 * @throws {OperatorProblem} for a folder with something in it, and a cursor that cannot be used
 */
export const writeScores = (
  database: Database,
  request: { folder: string; since: string | null },
): Promise<{ cursor: string; rows: Record<string, number> }> =>
  fillFolder(database, request, async ({ snapshot, folder, state, since }) => {
    const range = { after: positionOf(state, since), upTo: state.position, scores: 'shown' as const };
    const rows: Record<string, number> = {};
    for (const [name, columns] of Object.entries(scoreFiles)) {
      let count = 0;
      async function* lines() {
        yield line(columns);
        for await (const row of rowsOf(snapshot, name, range)) {
          if (name === 'calls' && !hasScore(row)) continue;
          count += 1;
          yield line(columns.map((column) => row[column]));
        }
      }
      await pipeline(
        Readable.from(lines()),
        createWriteStream(join(folder, `${name}.csv`), { mode: ownerOnly }),
      );
      rows[name] = count;
    }
    return { cursor: cursorAt(state, state.position), rows };
  });
