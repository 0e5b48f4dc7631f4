import type { OperatedAccount } from '@mailcall/contract/operate.ts';
import type { Command } from '../command.ts';
import { listAccounts, listContacts } from '../features/operators/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { contactLines } from './contacts.ts';
import { moreLines, pageOf, pageOptions } from './option-values.ts';

const accountLines = (accounts: readonly OperatedAccount[]): string[] =>
  accounts.length === 0
    ? ['There is no such account.']
    : tableLines([
        ['id', 'name', 'above', 'time zone', 'contacts', 'last call', 'data changed'],
        ...accounts.map((account) => [
          account.id,
          account.distinctName,
          account.parentId ?? '-',
          account.timeZone,
          String(account.contactsCount),
          account.lastCallAt ? minuteText(account.lastCallAt) : 'none',
          account.changedAt ? minuteText(account.changedAt) : 'never',
        ]),
      ]);

export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    arguments: [],
    options: {
      search: { value: 'TEXT', summary: 'words of the id, the name or the address' },
      ...pageOptions,
    },
    summary: 'List the accounts by name: account above, time zone, contacts, newest call. Times are in UTC.',
    async run({ database }, _values, options) {
      const page = pageOf(options);
      const { total, records } = await listAccounts(database.kysely, { query: options['search'] }, page);
      return {
        lines: [...accountLines(records), ...moreLines(total, page)],
        json: { total, accounts: records },
      };
    },
  },
  {
    name: 'accounts show',
    arguments: ['ID'],
    summary: 'Show an account and its contacts.',
    async run({ database, clock }, [id = '']) {
      const page = { page: 1, pageSize: 500 };
      const {
        records: [account],
      } = await listAccounts(database.kysely, { id }, page);
      if (!account) throw new OperatorProblem(`There is no account ${id}.`);
      const contacts = await listContacts(database.kysely, { accountId: id }, page, clock.now());
      return {
        lines: [...accountLines([account]), '', ...contactLines(contacts.records)],
        json: { account, contacts: contacts.records },
      };
    },
  },
];
