import { counted } from '@mailcall/contract/rules/rates.ts';
import { join, resolve } from 'node:path';
import type { Command } from '../command.ts';
import { writeExport } from '../features/data-out/index.ts';

export const exportCommand: Command = {
  name: 'export',
  arguments: [],
  options: {
    since: { value: 'CURSOR', summary: 'only what changed after the export that printed this cursor' },
    to: {
      value: 'FOLDER',
      summary: 'a folder that does not exist yet; by default a new one in DATA_DIR/portal-exports',
    },
  },
  summary:
    'Write what people changed in the portal to a folder that can be imported, and print the next cursor.',
  async run({ database, clock, environment, printError }, _values, { since, to }) {
    const name = clock.now().toISOString().replaceAll(':', '-');
    const folder = to === undefined ? join(environment.dataFolder, 'portal-exports', name) : resolve(to);
    const { rows, cursor } = await writeExport({ database, clock }, { folder, since: since ?? null });
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
    printError(`Wrote ${counted(count, 'row')} to ${folder}. The next cursor:`);
    return { lines: [cursor], json: { cursor, folder, rows } };
  },
};
