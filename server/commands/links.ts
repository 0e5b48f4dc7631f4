import type { Command, CommandResult } from '../command.ts';
import {
  inviteContact,
  makeRecoveryCodes,
  makeScoreboardGrant,
  makeSetupLink,
  makeSignInLink,
} from '../features/identity/index.ts';
import { openOutbox } from '../features/outbox/index.ts';
import { readProvider } from '../provider.ts';

const linkResult = (link: string): CommandResult => ({ lines: [link], json: { link } });

export const linkCommands: readonly Command[] = [
  {
    name: 'invite',
    arguments: ['EMAIL'],
    summary: 'Mail a contact without a password a link with which they choose one.',
    async run(dependencies, [email = '']) {
      const provider = readProvider(dependencies.environment);
      const outbox = openOutbox({ ...dependencies, provider });
      const invited = await inviteContact({ ...dependencies, outbox }, email);
      return {
        lines: [
          invited.sending
            ? `The invitation is on its way to ${invited.email}. Its link works until ${invited.linkEndsAt}.`
            : `The invitation to ${invited.email} waits in the outbox: no mail server is configured (SMTP_URL).`,
        ],
        json: invited,
      };
    },
  },
  {
    name: 'setup-link',
    arguments: ['EMAIL'],
    summary: 'Print a one-time link with which a contact chooses a password.',
    async run({ database, clock, environment, printError }, [email = '']) {
      return linkResult(await makeSetupLink({ database, clock, environment, printError }, email));
    },
  },
  {
    name: 'recovery-codes',
    arguments: ['EMAIL'],
    summary: 'Print new recovery codes of a contact: each is a second step, once.',
    async run(dependencies, [email = '']) {
      const provider = readProvider(dependencies.environment);
      const outbox = openOutbox({ ...dependencies, provider });
      const made = await makeRecoveryCodes({ ...dependencies, outbox }, email);
      return {
        lines: [
          `Recovery codes of ${made.email}. Each works once; those printed before no longer do.`,
          ...made.codes,
        ],
        json: made,
      };
    },
  },
  {
    name: 'sign-in-link',
    arguments: ['EMAIL'],
    summary: 'Print a link that signs a contact in with limited access, five times.',
    async run({ database, clock, environment }, [email = '']) {
      return linkResult(await makeSignInLink({ database, clock, environment }, email));
    },
  },
  {
    name: 'grant-scoreboard',
    arguments: ['EMAIL', 'ACCOUNTS'],
    summary: 'Print a one-time link that lets a contact read further accounts (ids with commas) for a while.',
    async run({ database, clock, environment }, [email = '', accounts = '']) {
      const ids = accounts.split(',').map((id) => id.trim());
      return linkResult(
        await makeScoreboardGrant({ database, clock, environment }, email, ids.filter(Boolean)),
      );
    },
  },
];
