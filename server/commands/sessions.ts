import type { Command } from '../command.ts';
import { endSessionsByOperator, rotateSigningKeys } from '../features/identity/index.ts';

export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions end',
    arguments: ['EMAIL'],
    summary: 'End every session of a contact, and remove their passkeys.',
    async run({ database, clock, environment }, [email = '']) {
      const result = await endSessionsByOperator({ database, clock, environment }, email);
      const { ended, removedPasskeys } = result;
      return {
        lines: [
          ended === 0
            ? `${result.email} was not signed in.`
            : `${result.email} is signed out: ${ended} session${ended === 1 ? '' : 's'}.`,
          ...(removedPasskeys === 0
            ? []
            : [`Removed ${removedPasskeys} passkey${removedPasskeys === 1 ? '' : 's'}.`]),
        ],
        json: result,
      };
    },
  },
  {
    name: 'signing-keys rotate',
    arguments: [],
    options: { revoke: { summary: 'refuse the tokens of the keys before it, as after a leak' } },
    summary: 'Sign access tokens with a new key from now on; those signed before are good until they end.',
    async run({ database, clock, environment }, _values, { revoke }) {
      const result = await rotateSigningKeys(
        { database, clock, environment },
        { revoke: revoke !== undefined },
      );
      return {
        lines: [
          result.revoked
            ? 'Tokens are signed with a new key, and all others are refused, by processes that run within a minute.'
            : 'Tokens are signed with a new key, by processes that run within a minute. Those signed before are good until they end.',
        ],
        json: result,
      };
    },
  },
];
