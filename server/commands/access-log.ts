import type { Command } from '../command.ts';
import { listAccess } from '../features/operators/index.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { endOfDay, pageOf, pageOptions, startOfDay } from './option-values.ts';

/** The command that shows who used whose data. */
export const accessLogCommands: readonly Command[] = [
  {
    name: 'access-log',
    arguments: [],
    options: {
      account: { value: 'ID', summary: 'of this account' },
      contact: { value: 'EMAIL', summary: 'by this contact; an id will do' },
      action: { value: 'ACTION', summary: 'open, play, resolve, book, export, download, list …' },
      from: { value: 'DATE', summary: 'from this day on (UTC)' },
      to: { value: 'DATE', summary: 'up to this day (UTC)' },
      ...pageOptions,
    },
    summary:
      'List who opened, heard, changed or exported what, and which lists operators read, newest first.',
    async run({ database }, _values, { account, contact, action, from, to, ...options }) {
      const page = pageOf(options);
      const { records, more } = await listAccess(
        database.kysely,
        { accountId: account, contact, action, from: startOfDay(from), to: endOfDay(to) },
        page,
      );
      return {
        lines:
          records.length === 0
            ? ['There is no entry.']
            : [
                ...tableLines([
                  ['time (UTC)', 'contact', 'account', 'action', 'what', 'id'],
                  ...records.map((entry) => [
                    minuteText(entry.at),
                    entry.email ?? entry.contactId,
                    (entry.accountId ?? '-') + (entry.moreAccounts > 0 ? ` +${entry.moreAccounts}` : ''),
                    entry.action,
                    entry.kind,
                    entry.subjectId,
                  ]),
                ]),
                ...(more ? [`For older ones: --page ${page.page + 1}`] : []),
              ],
        json: { entries: records, more },
      };
    },
  },
];
