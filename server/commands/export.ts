import { counted } from '@mailcall/contract/rules/rates.ts';
import { join, resolve } from 'node:path';
import type { Command } from '../command.ts';
import { writeExport, writeScores } from '../features/data-out/index.ts';

export const exportCommand: Command = {
  name: 'export',
  arguments: [],
  options: {
    scores: { summary: 'only the scores of people, as calls.csv and inquiries.csv of the feed' },
    since: { value: 'CURSOR', summary: 'only what changed after the export that printed this cursor' },
    to: {
      value: 'FOLDER',
      summary: 'a folder that does not exist yet; by default a new one in DATA_DIR/portal-exports',
    },
  },
  summary:
    'Write what people changed in the portal to a folder that can be imported, and print the next cursor.',
  async run({ database, clock, files, environment, printError }, _values, { scores, since, to }) {
    const name = clock.now().toISOString().replaceAll(':', '-');
    const folder = to === undefined ? join(environment.dataFolder, 'portal-exports', name) : resolve(to);
    const request = { folder, since: since ?? null };
    const { rows, cursor } = await (scores
      ? writeScores(database, request)
      : writeExport({ database, clock, files }, request));
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
    printError(`Wrote ${counted(count, 'row')} to ${folder}. The next cursor:`);
    return { lines: [cursor], json: { cursor, folder, rows } };
  },
};
