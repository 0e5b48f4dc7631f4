import type { Command } from '../command.ts';
import { listGrants, revokeGrant } from '../features/identity/index.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';

export const grantCommands: readonly Command[] = [
  {
    name: 'grants list',
    arguments: [],
    summary: 'List the scoreboard grants: to whom, which accounts, until when. Times are in UTC.',
    async run({ database, clock }) {
      const grants = await listGrants(database.kysely, clock.now());
      return {
        lines:
          grants.length === 0
            ? ['There is no scoreboard grant.']
            : tableLines([
                ['id', 'contact', 'accounts', 'state', 'opened', 'ends'],
                ...grants.map((grant) => [
                  grant.id,
                  grant.email ?? grant.contactId,
                  grant.accountIds.join(','),
                  grant.state,
                  grant.openedAt ? minuteText(grant.openedAt) : '-',
                  minuteText(grant.endsAt),
                ]),
              ]),
        json: { grants },
      };
    },
  },
  {
    name: 'grants revoke',
    arguments: ['ID'],
    summary: 'Revoke a scoreboard grant: its link stops working, and the session that began with it ends.',
    async run({ database, clock }, [id = '']) {
      const revoked = await revokeGrant(database, id, clock.now());
      return { lines: [`The grant ${revoked.id} is revoked.`], json: revoked };
    },
  },
];
