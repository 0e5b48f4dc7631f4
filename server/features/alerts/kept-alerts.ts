import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { burstWindow, keptAreDue } from './burst.ts';
import { messageLifetimes } from './compose.ts';
import { canAlert } from './detect-events.ts';
import { type KeptAlert, keptMessage } from './kept-message.ts';
import { lockReceiver, type ReceiverChannel } from './recent-messages.ts';
import { type Receiver, receiversOf } from './receivers.ts';
import {
  type AlertAccount,
  type AlertDependencies,
  alertAccountOf,
  contextOf,
  type WriteContext,
} from './write-context.ts';
import { writeMessage } from './write-alerts.ts';

async function dueReceivers(database: Queryable, now: Date): Promise<ReceiverChannel[]> {
  const { rows } = await sql<ReceiverChannel>`
    select contact_id as "contactId", channel from alerts
    where outbox_id is null and canceled_at is null
    group by contact_id, channel
    having min(created_at) <= ${new Date(now.getTime() - burstWindow)}
      or min(created_at) >= ${new Date(now.getTime() + burstWindow)}
    order by contact_id, channel`.execute(database);
  return rows;
}

async function keptOf(transaction: Queryable, { contactId, channel }: ReceiverChannel): Promise<KeptAlert[]> {
  const { rows } = await sql<KeptAlert>`
    select account_id as "accountId", alert_type as "alertType", contact_id as "contactId", channel,
      event_key as "eventKey", title, path, happened_at as "happenedAt", created_at as "createdAt"
    from alerts
    where contact_id = ${contactId} and channel = ${channel} and outbox_id is null and canceled_at is null
    order by created_at, happened_at, account_id, event_key`.execute(transaction);
  return rows;
}

/** An account with held alerts, and its receiver's current settings. */
interface KeptAccount {
  account: AlertAccount;
  receivers: Receiver[];
}

async function accountsOf(
  transaction: Queryable,
  kept: readonly KeptAlert[],
): Promise<Map<string, KeptAccount>> {
  const accounts = new Map<string, KeptAccount>();
  for (const id of new Set(kept.map(({ accountId }) => accountId))) {
    const account = await alertAccountOf(transaction, id);
    if (account) accounts.set(id, { account, receivers: await receiversOf(transaction, id) });
  }
  return accounts;
}

/** Current address for an alert; undefined if the receiver no longer wants or may not have it. */
const addressOf = (accounts: ReadonlyMap<string, KeptAccount>, alert: KeptAlert): string | undefined =>
  accounts
    .get(alert.accountId)
    ?.receivers.find(
      ({ contactId, alertType }) => contactId === alert.contactId && alertType === alert.alertType,
    )
    ?.addresses.find(({ channel }) => channel === alert.channel)?.address;

/** Writes one message with everything held for a receiver, if due. */
async function writeKept(
  transaction: Queryable,
  dependencies: AlertDependencies,
  to: ReceiverChannel,
  now: Date,
): Promise<void> {
  await lockReceiver(transaction, to);
  const kept = await keptOf(transaction, to);
  const [first] = kept;
  // another process may have been faster
  if (!first || !keptAreDue(first.createdAt, now)) return;
  const accounts = await accountsOf(transaction, kept);
  const wanted = kept.filter(
    (alert) => canAlert(alert.happenedAt, now) && addressOf(accounts, alert) !== undefined,
  );
  const [firstWanted] = wanted;
  const address = firstWanted && addressOf(accounts, firstWanted);
  if (firstWanted && address !== undefined) {
    const contexts = new Map<string, WriteContext>();
    for (const [id, { account }] of accounts)
      contexts.set(id, await contextOf(transaction, dependencies, { account, receivers: [to], now }));
    const name = accounts
      .get(firstWanted.accountId)
      ?.receivers.find(({ contactId }) => contactId === to.contactId)?.name;
    const message = await keptMessage(transaction, contexts, { ...to, name: name ?? '' }, wanted);
    const goodUntil = new Date(now.getTime() + messageLifetimes['Real-time']);
    await writeMessage(transaction, { outbox: dependencies.outbox, now }, wanted, {
      channel: to.channel,
      address,
      message,
      goodUntil,
    });
  }
  if (wanted.length < kept.length)
    await sql`
      update alerts set canceled_at = ${now}
      where contact_id = ${to.contactId} and channel = ${to.channel} and outbox_id is null
        and canceled_at is null`.execute(transaction);
}

/** Writes messages of alerts held for ten minutes, one per receiver and channel. */
export async function writeKeptAlerts(dependencies: AlertDependencies, now: Date): Promise<void> {
  const { database, log } = dependencies;
  for (const to of await dueReceivers(database.kysely, now))
    try {
      await database.transaction((transaction) => writeKept(transaction, dependencies, to, now));
    } catch (error) {
      // other receivers must not wait for this one
      log.error(
        { err: error, contact: to.contactId, channel: to.channel },
        'the kept alerts of a receiver failed',
      );
    }
}
