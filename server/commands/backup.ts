import { resolve } from 'node:path';
import { recordCommandRun } from '../platform/command-runs.ts';
import { release } from '../platform/env.ts';
import type { Command } from '../command.ts';
import { erasureLogName, reapplyErasures } from '../features/personal-data/index.ts';
import { makeBackup, restoreBackup } from '../features/backup/index.ts';
import { pauseWebhooks } from '../features/data-out/index.ts';

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    arguments: ['FOLDER'],
    opensUnmigrated: true,
    summary: 'Write the database, the keys and the files into a new folder; the portal may go on working.',
    async run(dependencies, [folder = '']) {
      const { database, clock } = dependencies;
      const startedAt = clock.now();
      const counts = await makeBackup(
        { ...dependencies, notice: dependencies.printError },
        resolve(folder),
        release,
      );
      // the backup is complete even if this fails
      await recordCommandRun(
        { database: database.kysely, clock },
        { command: 'backup', startedAt, counts: { ...counts } },
      ).catch(() => undefined);
      const { tables, rows, files } = counts;
      return {
        lines: [
          `The backup in ${resolve(folder)} is complete: ${rows} rows of ${tables} tables, and ${files} files.`,
        ],
        json: { folder: resolve(folder), tables, rows, files },
      };
    },
  },
  {
    name: 'restore',
    arguments: ['FOLDER'],
    opensUnmigrated: true,
    makesDatabase: true,
    summary: 'Restore a backup into an empty database and DATA_DIR, and migrate it to this release.',
    async run(dependencies, [folder = '']) {
      const { tables, rows, files } = await restoreBackup(dependencies, resolve(folder));
      const pausedWebhooks = await pauseWebhooks(dependencies);
      const erasedAgain = await reapplyErasures(dependencies);
      return {
        lines: [
          `The backup is restored: ${rows} rows of ${tables} tables, and ${files} files.`,
          ...(pausedWebhooks > 0
            ? [
                'Webhooks are paused. If this portal takes the place of the old one: npm run cli -- webhooks resume ID',
              ]
            : []),
          erasedAgain === null
            ? `People who were erased after the backup are back: there is no ${erasureLogName} in DATA_DIR. Restore with that of the old DATA_DIR, or erase them again.`
            : `Erased again, by ${erasureLogName} in DATA_DIR: ${erasedAgain.erased} numbers and addresses.`,
          ...(erasedAgain && erasedAgain.others > 0
            ? [
                `Not erased again: ${erasedAgain.others} entries of ${erasureLogName} are of another portal. If they should be of this one, erase these people again.`,
              ]
            : []),
          'Messages that waited are sent once it starts. To look at it only, start it without SMTP_URL and SMS_URL.',
        ],
        json: {
          tables,
          rows,
          files,
          pausedWebhooks,
          erasedAgain: erasedAgain?.erased ?? null,
          erasuresOfOtherPortals: erasedAgain?.others ?? 0,
        },
      };
    },
  },
];
