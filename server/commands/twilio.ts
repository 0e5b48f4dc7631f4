import { text } from 'node:stream/consumers';
import type { Command } from '../command.ts';
import {
  addTwilioWebhook,
  findLegs,
  listTwilioWebhooks,
  removeTwilioWebhook,
  retryImports,
  setTwilioCallbacksFrom,
  withdrawLegs,
} from '../features/connectors/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { refusedText } from './connections.ts';
import { callbacksDay } from './option-values.ts';

export const twilioCommands: readonly Command[] = [
  {
    name: 'twilio add',
    arguments: ['NAME', 'ACCOUNT_SID'],
    options: {
      'callbacks-from': {
        value: 'DATE',
        summary: 'first day of which new calls wait for a callback; all by default',
      },
    },
    summary:
      'Print the address for the status callbacks of a Twilio account; reads its auth token from standard input.',
    async run(
      { database, clock, environment, input },
      [name = '', accountSid = ''],
      { 'callbacks-from': from },
    ) {
      const callbacksFrom = from === undefined ? null : callbacksDay(from, clock.now());
      const sealedTexts = await openSealedTexts(environment);
      const { publicUrl } = environment;
      const token = await text(input);
      const address = await addTwilioWebhook(
        database.kysely,
        { sealedTexts, publicUrl },
        { name, accountSid, token, callbacksFrom },
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
      const webhooks = await listTwilioWebhooks(
        database.kysely,
        await openSealedTexts(environment),
        clock.now(),
      );
      return {
        lines:
          webhooks.length === 0
            ? ['No Twilio account reports its calls here.']
            : tableLines([
                [
                  'id',
                  'name',
                  'Twilio account',
                  'callbacks from',
                  'left out',
                  'refused (UTC)',
                  'state (UTC)',
                ],
                ...webhooks.map(({ id, name, accountSid, lastUsedAt, removedAt, isOpened, ...one }) => {
                  const used = lastUsedAt ? `last used ${minuteText(lastUsedAt)}` : 'never used';
                  const state = isOpened ? used : `its token cannot be opened, ${used}`;
                  return [
                    id,
                    name,
                    accountSid,
                    one.callbacksFrom ?? 'all',
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
    name: 'twilio callbacks',
    arguments: ['ID', 'DATE'],
    summary:
      'Set from which day new calls from an address wait for a callback; all is from the beginning. Calls that are there stay as they are.',
    async run({ database, clock }, [id = '', date = '']) {
      const callbacksFrom = date === 'all' ? null : callbacksDay(date, clock.now());
      await setTwilioCallbacksFrom(database.kysely, id, callbacksFrom);
      return {
        lines: [
          callbacksFrom === null
            ? 'All new calls from the address can wait for a callback.'
            : `New calls from the address wait for a callback from ${callbacksFrom} on, by the day of their office.`,
        ],
        json: { id, callbacksFrom },
      };
    },
  },
  {
    name: 'twilio legs',
    arguments: [],
    options: { withdraw: { value: 'ID', summary: 'remove this call of the list; all removes each of it' } },
    summary:
      'List imported calls that look like legs of others: the same caller, at the same office, during a longer call.',
    async run({ database }, _values, { withdraw }) {
      const legs = await findLegs(database.kysely);
      const withdrawn = legs.filter(({ callSid }) => withdraw === 'all' || withdraw === callSid);
      if (withdraw !== undefined && withdrawn.length === 0)
        throw new OperatorProblem(
          withdraw === 'all'
            ? 'No imported call looks like a leg of another.'
            : `${withdraw.slice(0, 40)} is not in the list of npm run cli -- twilio legs.`,
        );
      if (withdrawn.length > 0)
        await database.transaction((transaction) =>
          withdrawLegs(
            transaction,
            withdrawn.map(({ callSid }) => callSid),
          ),
        );
      return {
        lines: [
          ...(legs.length === 0
            ? ['No imported call looks like a leg of another.']
            : tableLines([
                ['id', 'account', 'began (UTC)', 'seconds', 'during the call', ''],
                ...legs.map((leg) => [
                  leg.callSid,
                  leg.accountId,
                  minuteText(leg.startedAt),
                  String(leg.duration),
                  leg.parentSid,
                  withdrawn.includes(leg) ? 'is withdrawn' : '',
                ]),
              ])),
        ],
        json: { legs, withdrawn: withdrawn.map(({ callSid }) => callSid) },
      };
    },
  },
  {
    name: 'twilio remove',
    arguments: ['ID'],
    summary: 'Remove an address for status callbacks: what is sent to it is refused from now on.',
    async run({ database, clock }, [id = '']) {
      await removeTwilioWebhook(database.kysely, id, clock.now());
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
