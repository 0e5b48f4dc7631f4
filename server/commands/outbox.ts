import type { Command, CommandDependencies } from '../command.ts';
import {
  findOutboxLinks,
  listOutbox,
  openOutbox,
  resendOutbox,
  unsentEntries,
} from '../features/outbox/index.ts';
import { readProvider } from '../provider.ts';

const outboxOf = (dependencies: CommandDependencies) =>
  openOutbox({ ...dependencies, provider: readProvider(dependencies.environment) });

export const outboxCommands: readonly Command[] = [
  {
    name: 'outbox',
    arguments: [],
    summary: 'List the mails and text messages that wait or could not be sent.',
    async run(dependencies) {
      const outbox = outboxOf(dependencies);
      return { lines: [await listOutbox(outbox)], json: { messages: await unsentEntries(outbox) } };
    },
  },
  {
    name: 'outbox-link',
    arguments: [],
    summary: 'Print the link to the page that shows what waits or could not be sent, text included.',
    async run({ database, environment }) {
      const links = await findOutboxLinks({ database, environment });
      return { lines: links, json: { links } };
    },
  },
  {
    name: 'outbox-send',
    arguments: ['ID'],
    summary: 'Try a message that was not sent again, or with all every one that is still good.',
    async run(dependencies, [which = '']) {
      const count = await resendOutbox(outboxOf(dependencies), which);
      return {
        lines: [`${count === 1 ? 'One message is' : `${count} messages are`} tried again.`],
        json: { messages: count },
      };
    },
  },
];
