import { parseArgs } from 'node:util';
import { apiKeyCommands } from './commands/api-keys.ts';
import { exportCommand } from './commands/export.ts';
import { twilioCommands } from './commands/twilio.ts';
import { backupCommands } from './commands/backup.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { makeScoreboardGrant, makeSetupLink, makeSignInLink } from './features/identity/index.ts';
import { findOutboxLinks, listOutbox, openOutbox, resendOutbox } from './features/outbox/index.ts';
import type { Command } from './command.ts';
import { removeDemoStory } from './demo-story.ts';
import { openDependencies, openUnmigrated } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { withRecordedAddress } from './platform/recorded-address.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { runProgram } from './platform/program.ts';
import { readProvider } from './provider.ts';

/** Every command of `npm run cli`: this table has the names and texts, the features do the work. */
const commands: readonly Command[] = [
  {
    name: 'setup-link',
    arguments: ['EMAIL'],
    summary: 'Print a one-time link with which a contact chooses a password.',
    async run({ database, clock, environment, print, printError }, [email = '']) {
      print(await makeSetupLink({ database, clock, environment, printError }, email));
    },
  },
  {
    name: 'remove-demo',
    arguments: [],
    summary: 'Remove the demo story: its accounts, its people and all that belongs to them.',
    async run({ print, ...dependencies }) {
      const removed = await removeDemoStory(dependencies);
      print(removed ? 'The demo story is removed.' : 'The record holds nothing of the demo story.');
    },
  },
  {
    name: 'sign-in-link',
    arguments: ['EMAIL'],
    summary: 'Print a one-time link that signs a contact in with limited access.',
    async run({ database, clock, environment, print }, [email = '']) {
      print(await makeSignInLink({ database, clock, environment }, email));
    },
  },
  {
    name: 'grant-scoreboard',
    arguments: ['EMAIL', 'ACCOUNTS'],
    summary: 'Print a one-time link that lets a contact read further accounts (ids with commas) for a while.',
    async run({ database, clock, environment, print }, [email = '', accounts = '']) {
      const ids = accounts.split(',').map((id) => id.trim());
      print(await makeScoreboardGrant({ database, clock, environment }, email, ids.filter(Boolean)));
    },
  },
  {
    name: 'outbox',
    arguments: [],
    summary: 'List the mails and text messages that wait or could not be sent.',
    async run({ print, ...dependencies }) {
      print(
        await listOutbox(openOutbox({ ...dependencies, provider: readProvider(dependencies.environment) })),
      );
    },
  },
  {
    name: 'outbox-link',
    arguments: [],
    summary: 'Print the link to the page that shows what waits or could not be sent, text included.',
    async run({ print, database, environment }) {
      print(await findOutboxLinks({ database, environment }));
    },
  },
  {
    name: 'outbox-send',
    arguments: ['ID'],
    summary: 'Try a message that was not sent again, or with all every one that is still good.',
    async run({ print, ...dependencies }, [which = '']) {
      print(
        await resendOutbox(
          openOutbox({ ...dependencies, provider: readProvider(dependencies.environment) }),
          which,
        ),
      );
    },
  },
  ...apiKeyCommands,
  ...twilioCommands,
  exportCommand,
  ...backupCommands,
  ...webhookCommands,
];

const usageOf = (command: Command) => [command.name, ...command.arguments].join(' ');

const usageWithOptions = (command: Command) =>
  [
    usageOf(command),
    ...Object.entries(command.options ?? {}).map(([name, { value }]) => `[--${name} ${value}]`),
  ].join(' ');

function help(): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  const lines = commands.flatMap((command) => [
    `  ${usageOf(command).padEnd(width)}  ${command.summary}`,
    ...Object.entries(command.options ?? {}).map(
      ([name, { value, summary }]) => `  ${`  --${name} ${value}`.padEnd(width)}  ${summary}`,
    ),
  ]);
  return ['npm run cli -- COMMAND', '', ...lines].join('\n');
}

/** The command that the words begin with, and the words after it. */
function findCommand(words: readonly string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  throw new OperatorProblem(`There is no command ${words[0] ?? ''}.\n\n${help()}`);
}

/** Separates the options of a command from its arguments; null when they are not those of the command. */
function parseWords(
  command: Command,
  words: string[],
): { values: string[]; options: Record<string, string | undefined> } | null {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.keys(command.options ?? {}).map((name) => [name, { type: 'string' as const }]),
      ),
    });
    if (positionals.length !== command.arguments.length) return null;
    return { values: positionals, options: values };
  } catch {
    return null;
  }
}

await runProgram(async (program) => {
  const [name, ...others] = process.argv.slice(2);
  if (name === undefined || name === 'help' || name === '--help') {
    program.print(help());
    return name === undefined ? 1 : 0;
  }
  const { command, rest } = findCommand([name, ...others]);
  const parsed = parseWords(command, rest);
  if (!parsed) throw new OperatorProblem(`Use: npm run cli -- ${usageWithOptions(command)}`);
  const environment = await withRecordedAddress(readEnvironment());
  const open = command.opensUnmigrated ? openUnmigrated : openDependencies;
  const dependencies = await open(environment, program);
  const { print, printError, stopped } = program;
  await command.run({ ...dependencies, print, printError, stopped }, parsed.values, parsed.options);
  return 0;
});
