import { makeScoreboardGrant, makeSetupLink, makeSignInLink } from './features/identity/index.ts';
import { findOutboxLinks, listOutbox, openOutbox, sendOutboxAgain } from './features/outbox/index.ts';
import type { Command } from './command.ts';
import { removeDemoStory } from './demo-story.ts';
import { openDependencies } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { withNotedAddress } from './platform/noted-address.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { runProgram } from './platform/program.ts';
import { readProvider } from './provider.ts';

/** Every command of `npm run cli`; features bring the work, this table brings the words. */
const commands: readonly Command[] = [
  {
    name: 'setup-link',
    arguments: ['EMAIL'],
    summary: 'Print a one-time link with which a contact chooses a password.',
    async run({ database, clock, environment, say, note }, [email = '']) {
      say(await makeSetupLink({ database, clock, environment, note }, email));
    },
  },
  {
    name: 'remove-demo',
    arguments: [],
    summary: 'Remove the demo story: its accounts, its people and all that belongs to them.',
    async run({ say, ...means }) {
      const removed = await removeDemoStory(means);
      say(removed ? 'The demo story is removed.' : 'The record holds nothing of the demo story.');
    },
  },
  {
    name: 'sign-in-link',
    arguments: ['EMAIL'],
    summary: 'Print a one-time link that signs a contact in with limited access.',
    async run({ database, clock, environment, say }, [email = '']) {
      say(await makeSignInLink({ database, clock, environment }, email));
    },
  },
  {
    name: 'grant-scoreboard',
    arguments: ['EMAIL', 'ACCOUNTS'],
    summary: 'Print a one-time link that lets a contact read further accounts (ids with commas) for a while.',
    async run({ database, clock, environment, say }, [email = '', accounts = '']) {
      const ids = accounts.split(',').map((id) => id.trim());
      say(await makeScoreboardGrant({ database, clock, environment }, email, ids.filter(Boolean)));
    },
  },
  {
    name: 'outbox',
    arguments: [],
    summary: 'List the mails and text messages that wait or could not be sent.',
    async run({ say, ...means }) {
      say(await listOutbox(openOutbox({ ...means, provider: readProvider(means.environment) })));
    },
  },
  {
    name: 'outbox-link',
    arguments: [],
    summary: 'Print the link to the page that shows what waits or could not be sent, text included.',
    async run({ say, database, environment }) {
      say(await findOutboxLinks({ database, environment }));
    },
  },
  {
    name: 'outbox-send',
    arguments: ['ID'],
    summary: 'Try a message that was not sent again, or with all every one that is still good.',
    async run({ say, ...means }, [which = '']) {
      say(await sendOutboxAgain(openOutbox({ ...means, provider: readProvider(means.environment) }), which));
    },
  },
];

const usageOf = (command: Command) => [command.name, ...command.arguments].join(' ');

function help(): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
  return ['npm run cli -- COMMAND', '', ...lines].join('\n');
}

await runProgram(async (program) => {
  const [name, ...values] = process.argv.slice(2);
  if (name === undefined || name === 'help' || name === '--help') {
    program.say(help());
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new OperatorProblem(`There is no command ${name}.\n\n${help()}`);
  if (values.length !== command.arguments.length)
    throw new OperatorProblem(`Use: npm run cli -- ${usageOf(command)}`);
  const environment = await withNotedAddress(readEnvironment());
  const dependencies = await openDependencies(environment, program);
  const { say, note, stopped } = program;
  await command.run({ ...dependencies, say, note, stopped }, values);
  return 0;
});
