import { accountsOfChange } from '@mailcall/contract/rules/team-roles.ts';
import type { Command } from '../command.ts';
import { changeRoles, listRoleChanges } from '../features/identity/index.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { pageOf, pageOptions } from './option-values.ts';

export const roleCommands: readonly Command[] = [
  {
    name: 'roles',
    arguments: ['EMAIL'],
    options: {
      add: { value: 'ROLE', summary: 'give the role, such as operator' },
      remove: { value: 'ROLE', summary: 'take the role' },
    },
    summary: 'Show, give or take the roles of a contact. Nothing else gives or takes operator.',
    async run({ database, clock }, [email = ''], { add, remove }) {
      const roles = await changeRoles({ database, clock }, email, { add, remove });
      return {
        lines: [
          `${roles.email}: ${roles.portalRoles.join(', ') || 'no role'} from the command line, ${roles.feedRoles.join(', ') || 'no role'} of the feed.`,
        ],
        json: roles,
      };
    },
  },
  {
    name: 'roles log',
    arguments: [],
    options: pageOptions,
    summary: 'List who gave and took roles with this command line, newest first.',
    async run({ database }, _values, options) {
      const page = pageOf(options);
      const changes = await listRoleChanges(database.kysely, page);
      return {
        lines:
          changes.length === 0
            ? ['There is no entry.']
            : [
                ...tableLines([
                  ['time (UTC)', 'contact', 'role', 'change', 'accounts', 'by'],
                  ...changes.map(({ at, email, contactId, role, given, accountIds, by }) => [
                    minuteText(at.toISOString()),
                    email ?? contactId,
                    role,
                    given ? 'given' : 'taken',
                    accountsOfChange(accountIds) ?? '-',
                    by ?? '-',
                  ]),
                ]),
                ...(changes.length === page.pageSize ? [`For older ones: --page ${page.page + 1}`] : []),
              ],
        json: { changes },
      };
    },
  },
];
