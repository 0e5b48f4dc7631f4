import type { Command } from '../command.ts';
import { readVersion } from '../features/operators/index.ts';

export const versionCommands: readonly Command[] = [
  {
    name: 'version',
    arguments: [],
    summary: 'Print the release, the newest migration, and the versions of Node and PostgreSQL.',
    async run({ database }) {
      const version = await readVersion(database);
      return {
        lines: [
          `Mailcall ${version.release}`,
          `Migration ${version.migration}, applied at ${version.migratedAt}`,
          `Node ${version.node}`,
          `PostgreSQL ${version.database}, ${version.embedded ? 'embedded' : 'of DATABASE_URL'}`,
          `Database ${version.databaseId}`,
        ],
        json: version,
      };
    },
  },
];
