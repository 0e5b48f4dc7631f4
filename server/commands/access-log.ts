import type { Command } from '../command.ts';
import { type VerifiedActivity, verifyActivity } from '../features/activity/index.ts';
import { listAccess } from '../features/operators/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { endOfDay, pageOf, pageOptions, startOfDay } from './option-values.ts';

const chainRow = ({ accountId, seals, entries, unsealed, last }: VerifiedActivity) => [
  accountId,
  String(seals),
  String(entries),
  String(unsealed),
  last === null ? '-' : `${last.number} ${last.hash}`,
];

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
                    (entry.email ?? entry.contactId) +
                      (entry.teamRole === null ? '' : ` (${entry.teamRole})`),
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
  {
    name: 'verify-activity',
    arguments: [],
    options: {
      account: { value: 'ID', summary: 'of this account; of all without it' },
      hash: {
        value: 'HASH',
        summary: 'a hash that you kept, which the chain must still have; with --account',
      },
    },
    summary: 'Verify that no recorded activity was changed, removed or added since it was sealed.',
    async run({ database }, _values, { account, hash }) {
      if (hash !== undefined && account === undefined)
        throw new OperatorProblem('A hash is of one account: name it with --account.');
      const verified = await verifyActivity(database.kysely, { accountId: account, hash });
      const broken = verified.filter(({ problems }) => problems.length > 0);
      if (broken.length > 0)
        throw new OperatorProblem(
          broken
            .flatMap(({ accountId, problems }) => problems.map((problem) => `${accountId}: ${problem}`))
            .join('\n'),
        );
      return {
        lines:
          verified.length === 0
            ? ['There is no activity.']
            : [
                ...tableLines([
                  ['account', 'seals', 'entries', 'not sealed yet', 'last seal'],
                  ...verified.map(chainRow),
                ]),
                'Nothing was changed since it was sealed.',
              ],
        json: { accounts: verified },
      };
    },
  },
];
