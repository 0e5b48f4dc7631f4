import type { OperatedContact } from '@mailcall/contract/operate.ts';
import type { Command } from '../command.ts';
import { contactByEmail } from '../features/identity/index.ts';
import { listContacts } from '../features/operators/index.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { moreLines, pageOf, pageOptions } from './option-values.ts';

const rolesText = ({ feedRoles, portalRoles }: OperatedContact) =>
  [...new Set([...feedRoles, ...portalRoles])].sort().join(',') || '-';

export const contactLines = (contacts: readonly OperatedContact[]): string[] =>
  contacts.length === 0
    ? ['There is no such contact.']
    : tableLines([
        ['id', 'name', 'email', 'roles', 'password', 'last seen', 'accounts'],
        ...contacts.map((contact) => [
          contact.id,
          contact.name,
          contact.email,
          rolesText(contact),
          contact.activated ? 'yes' : contact.invitedUntil ? 'invited' : 'no',
          contact.lastSeenAt ? minuteText(contact.lastSeenAt) : '-',
          contact.accountIds.length > 3
            ? `${contact.accountIds.length} accounts`
            : contact.accountIds.join(',') || '-',
        ]),
      ]);

export const contactCommands: readonly Command[] = [
  {
    name: 'contacts list',
    arguments: [],
    options: {
      search: { value: 'TEXT', summary: 'words of the id, the name or the email' },
      account: { value: 'ID', summary: 'linked to this account' },
      role: { value: 'ROLE', summary: 'with this role, such as operator' },
      'invalid-email': { summary: 'only those whose email address is invalid: they get no mail' },
      ...pageOptions,
    },
    summary:
      'List the contacts by name: roles, whether they have a password, last use, accounts. Times are in UTC.',
    async run({ database, clock }, _values, options) {
      const page = pageOf(options);
      const { total, records } = await listContacts(
        database.kysely,
        {
          query: options['search'],
          accountId: options['account'],
          role: options['role'],
          invalidEmail: options['invalid-email'] !== undefined,
        },
        page,
        clock.now(),
      );
      return {
        lines: [...contactLines(records), ...moreLines(total, page)],
        json: { total, contacts: records },
      };
    },
  },
  {
    name: 'contacts show',
    arguments: ['EMAIL'],
    summary: 'Show a contact with the ids of all their accounts.',
    async run({ database, clock }, [email = '']) {
      await contactByEmail(database.kysely, email);
      const {
        records: [contact],
      } = await listContacts(database.kysely, { email }, { page: 1, pageSize: 1 }, clock.now());
      return {
        lines: [
          ...contactLines(contact ? [contact] : []),
          '',
          `Accounts: ${contact?.accountIds.join(', ') || 'none'}`,
          `Roles of the feed: ${contact?.feedRoles.join(', ') || 'none'}`,
          `Roles from the command line: ${contact?.portalRoles.join(', ') || 'none'}`,
        ],
        json: { contact },
      };
    },
  },
];
