import type { Command } from '../command.ts';
import { changeRoles } from '../features/identity/index.ts';

/** The command that shows, gives and takes roles. */
export const roleCommands: readonly Command[] = [
  {
    name: 'roles',
    arguments: ['EMAIL'],
    options: {
      add: { value: 'ROLE', summary: 'give the role, such as operator' },
      remove: { value: 'ROLE', summary: 'take the role' },
    },
    summary: 'Show, give or take the roles of a contact. Nothing else gives or takes operator.',
    async run({ database }, [email = ''], { add, remove }) {
      const roles = await changeRoles(database, email, { add, remove });
      return {
        lines: [
          `${roles.email}: ${roles.portalRoles.join(', ') || 'no role'} from the command line, ${roles.feedRoles.join(', ') || 'no role'} of the feed.`,
        ],
        json: roles,
      };
    },
  },
];
