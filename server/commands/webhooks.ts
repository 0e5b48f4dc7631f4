import type { Command } from '../command.ts';
import {
  addWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  type Webhook,
} from '../features/data-out/index.ts';

const shownDeliveries = 50;

const listOf = (text: string | undefined) =>
  text === undefined ? null : text.split(',').flatMap((part) => part.trim() || []);

function webhookLine({ id, url, accountIds, files, waiting, paused }: Webhook): string {
  const state = paused > 0 ? `paused in ${paused}, ` : '';
  return `${id}  ${url}  ${accountIds?.join(',') ?? 'all accounts'}  ${files?.join(',') ?? 'all events'}  ${state}${waiting} waiting`;
}

function deliveryLine(delivery: Delivery): string {
  const { webhookId, accountId, file, rowId, attempts, lastAttemptAt, failure } = delivery;
  const end = failure === null ? 'delivered' : `not delivered: ${failure}`;
  return `${lastAttemptAt.toISOString()}  ${webhookId}  ${accountId ?? '-'}  ${file} ${rowId}  attempt ${attempts}  ${end}`;
}

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks add',
    arguments: ['URL'],
    options: {
      accounts: { value: 'IDS', summary: 'only changes of these accounts, with commas; all by default' },
      events: {
        value: 'FILES',
        summary: 'only changes of these files, such as campaigns,calls; all by default',
      },
    },
    summary: 'Send portal changes to an address from now on, and print the secret that signs them.',
    async run(dependencies, [url = ''], { accounts, events }) {
      const { id, secret } = await addWebhook(dependencies, {
        url,
        accountIds: listOf(accounts),
        files: listOf(events),
      });
      dependencies.printError(
        `Store this secret now, it is not shown again. The id of the webhook is ${id}.`,
      );
      return { lines: [secret], json: { id, secret } };
    },
  },
  {
    name: 'webhooks list',
    arguments: [],
    summary: 'List the webhooks: what they receive, and in how many accounts they wait or are paused.',
    async run({ database }) {
      const webhooks = await listWebhooks(database.kysely);
      return {
        lines: webhooks.length === 0 ? ['There is no webhook.'] : webhooks.map(webhookLine),
        json: {
          webhooks: webhooks.map(({ id, url, accountIds, files, waiting, paused }) => ({
            id,
            url,
            accountIds,
            files,
            waiting,
            paused,
          })),
        },
      };
    },
  },
  {
    name: 'webhooks remove',
    arguments: ['ID'],
    summary: 'Remove a webhook: nothing more is sent to it.',
    async run(dependencies, [id = '']) {
      await removeWebhook(dependencies, id);
      return { lines: ['The webhook is removed.'], json: { id } };
    },
  },
  {
    name: 'webhooks resume',
    arguments: ['ID'],
    summary: 'Go on in the accounts in which a webhook was paused after three days of failures.',
    async run(dependencies, [id = '']) {
      const resumed = await resumeWebhook(dependencies, id);
      return {
        lines: [`The webhook goes on in ${resumed} ${resumed === 1 ? 'account' : 'accounts'}.`],
        json: { id, accounts: resumed },
      };
    },
  },
  {
    name: 'webhooks replay',
    arguments: ['ID', 'CURSOR'],
    summary: 'Send everything after a cursor to a webhook again, in order.',
    async run(dependencies, [id = '', since = '']) {
      await replayWebhook(dependencies, { id, since });
      return { lines: ['The changes after the cursor are sent again.'], json: { id, since } };
    },
  },
  {
    name: 'webhooks deliveries',
    arguments: [],
    options: { webhook: { value: 'ID', summary: 'only those of this webhook' } },
    summary: `List the last ${shownDeliveries} deliveries: what was sent where, and why it failed.`,
    async run({ database }, _values, { webhook }) {
      const deliveries = await listDeliveries(
        database.kysely,
        { webhookId: webhook ?? null },
        { page: 1, pageSize: shownDeliveries },
      );
      return {
        lines: deliveries.length === 0 ? ['Nothing was sent.'] : deliveries.map(deliveryLine),
        json: { deliveries },
      };
    },
  },
];
