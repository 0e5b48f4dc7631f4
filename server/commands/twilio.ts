import { text } from 'node:stream/consumers';
import type { Command } from '../command.ts';
import { addWebhook, listWebhooks, removeWebhook, retryImports } from '../features/twilio/index.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { refusedText } from './connections.ts';

/** The commands for webhooks to which a telephone service reports calls. */
export const twilioCommands: readonly Command[] = [
  {
    name: 'twilio add',
    arguments: ['NAME', 'ACCOUNT_SID'],
    summary:
      'Print the address for the status callbacks of a Twilio account; reads its auth token from standard input.',
    async run({ database, clock, environment, input }, [name = '', accountSid = '']) {
      const sealedTexts = await openSealedTexts(environment);
      const { publicUrl } = environment;
      const token = await text(input);
      const address = await addWebhook(
        database.kysely,
        { sealedTexts, publicUrl },
        { name, accountSid, token },
        clock.now(),
      );
      return { lines: [address], json: { address } };
    },
  },
  {
    name: 'twilio list',
    arguments: [],
    summary: 'List the addresses for status callbacks and when they were used.',
    async run({ database, clock, environment }) {
      const webhooks = await listWebhooks(database.kysely, await openSealedTexts(environment), clock.now());
      return {
        lines:
          webhooks.length === 0
            ? ['No Twilio account reports its calls here.']
            : tableLines([
                ['id', 'name', 'Twilio account', 'left out', 'refused (UTC)', 'state (UTC)'],
                ...webhooks.map(({ id, name, accountSid, lastUsedAt, removedAt, isOpened, ...one }) => {
                  const used = lastUsedAt ? `last used ${minuteText(lastUsedAt)}` : 'never used';
                  const state = isOpened ? used : `its token cannot be opened, ${used}`;
                  return [
                    id,
                    name,
                    accountSid,
                    String(one.leftOut),
                    refusedText(one),
                    removedAt ? `removed ${minuteText(removedAt)}` : state,
                  ];
                }),
              ]),
        json: {
          webhooks: webhooks.map(
            ({ isOpened: _isOpened, createdAt: _createdAt, waiting: _waiting, ...webhook }) => webhook,
          ),
        },
      };
    },
  },
  {
    name: 'twilio remove',
    arguments: ['ID'],
    summary: 'Remove an address for status callbacks: what is sent to it is refused from now on.',
    async run({ database, clock }, [id = '']) {
      await removeWebhook(database.kysely, id, clock.now());
      return { lines: ['The address is removed.'], json: { id } };
    },
  },
  {
    name: 'twilio retry',
    arguments: [],
    summary: 'List the reported calls of this week that are not imported, and import them again.',
    async run({ database }) {
      const calls = await retryImports(database);
      return {
        lines:
          calls.length === 0
            ? ['All reported calls are imported.']
            : tableLines([
                ['id', 'number called', 'received (UTC)', 'why it is not imported'],
                ...calls.map(({ callSid, to, receivedAt, problem }) => [
                  callSid,
                  to,
                  minuteText(receivedAt),
                  problem,
                ]),
              ]),
        json: { calls },
        incomplete: calls.length > 0,
      };
    },
  },
];
