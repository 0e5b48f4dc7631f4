import { text } from 'node:stream/consumers';
import type { Command } from '../command.ts';
import { addWebhook, listWebhooks, removeWebhook } from '../features/twilio/index.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';

const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

/** The commands for webhooks to which a telephone service reports calls. */
export const twilioCommands: readonly Command[] = [
  {
    name: 'twilio add',
    arguments: ['NAME', 'ACCOUNT_SID'],
    summary:
      'Print the address for the status callbacks of a Twilio account; reads its auth token from standard input.',
    async run({ database, clock, environment, print }, [name = '', accountSid = '']) {
      const sealedTexts = await openSealedTexts(environment);
      const { publicUrl } = environment;
      const token = await text(process.stdin);
      print(
        await addWebhook(
          database.kysely,
          { sealedTexts, publicUrl },
          { name, accountSid, token },
          clock.now(),
        ),
      );
    },
  },
  {
    name: 'twilio list',
    arguments: [],
    summary: 'List the webhooks for status callbacks and when they were used.',
    async run({ database, print }) {
      const webhooks = await listWebhooks(database.kysely);
      if (webhooks.length === 0) print('There is no webhook.');
      for (const { id, name, accountSid, lastUsedAt, removedAt } of webhooks) {
        const used = lastUsedAt ? `last used ${minute(lastUsedAt)}` : 'never used';
        print([id, name, accountSid, removedAt ? `removed ${minute(removedAt)}` : used].join('  '));
      }
    },
  },
  {
    name: 'twilio remove',
    arguments: ['ID'],
    summary: 'Remove a webhook: what is sent to its address is refused from now on.',
    async run({ database, clock, print }, [id = '']) {
      await removeWebhook(database.kysely, id, clock.now());
      print('The webhook is removed.');
    },
  },
];
