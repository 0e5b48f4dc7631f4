import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { noImportRuns } from '../../platform/import-lock.ts';
import { type AlertDependencies, alertAccountOf, contextOf, type WriteContext } from './account.ts';
import {
  digestEventsOf,
  dueKeptOf,
  type DueMessages,
  dueMessagesOf,
  dueReceivers,
  hasRecentActivity,
  lockReceiver,
  type Receiver,
  type ReceiverChannel,
  receiversOf,
  recentMessagesOf,
  sentByThemselves,
  sharedMessages,
  type WantedAlert,
  wantedAtOnce,
  withoutUsedDays,
} from './collect.ts';
import {
  alertEventsOf,
  type CallTimes,
  canAlert,
  eventKeyOf,
  firstCallsOf,
  noteCallEvents,
  noteShipments,
} from './detect.ts';
import { countCorrections } from './corrections.ts';
import { dueDigests } from './digest-days.ts';
import type { AlertMessage } from './messages/types.ts';
import { beginAgain, lockProgress } from './progress.ts';
import { type Alert, messageLifetimes, sendAlerts, sendOnce, storeAlerts } from './send.ts';
import { digestMessage, eventMessage, keptMessage, performanceMessages } from './write.ts';

/** Lower than every call's version. */
const beforeAll = -1;

/** Also keeps imports from beginning until the transaction ends. */
async function noImportIsRunning(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select ${noImportRuns} as free`.execute(transaction);
  return rows[0]?.free ?? false;
}

/** Does nothing while another process works on the account. @param calls calls to look at, given since when it fails */
export async function lookAtAccount(
  transaction: Queryable,
  dependencies: AlertDependencies,
  accountId: string,
  { now, calls: callsOf }: { now: Date; calls: (pendingSince: Date | null) => CallTimes },
): Promise<void> {
  const progress = await lockProgress(transaction, accountId);
  if (!progress) return;
  const account = await alertAccountOf(transaction, accountId);
  const calls = callsOf(progress.pendingSince);
  // older calls may still arrive and become the first ones
  const isWhole = await noImportIsRunning(transaction);
  if (!isWhole && !progress.hasCalls) return;
  const lookedAt = isWhole ? progress.firstVersion : progress.seenVersion;
  const afterVersion = calls.until === null ? lookedAt : beforeAll;
  const firstCalls = progress.hasCalls ? 'new' : await firstCallsOf(transaction, accountId);
  if (firstCalls === 'past') await beginAgain(transaction, accountId, now);
  else if (account && progress.version > afterVersion) {
    await noteShipments(transaction, { accountId, day: progress.weeklyDay, now });
    const sequences = await noteCallEvents(
      transaction,
      { accountId, afterVersion, calls, firstOpportunities: isWhole },
      now,
    );
    const receivers = sequences.length > 0 ? await receiversOf(transaction, accountId) : [];
    const events = receivers.length === 0 ? [] : await alertEventsOf(transaction, account, { sequences });
    const fresh = events.filter(({ item }) => canAlert(item.at, now));
    if (fresh.length > 0) {
      const context = await contextOf(transaction, dependencies, { account, receivers, now });
      for (const [to, wanted] of wantedAtOnce(fresh, receivers))
        await sendAtOnce(transaction, context, to, wanted);
    }
  }
  // the time zone may be new; due messages get their own transaction
  const due = dueDigests(progress, now, account?.timeZone ?? 'UTC');
  const isDue = due.daily || due.weekly;
  const { dailyDay, weeklyDay } = isDue ? progress : due.days;
  await sql`
    update alert_progress set seen_version = ${progress.version}, pending_since = null,
      first_version = case when ${isWhole} then ${progress.version} else first_version end,
      has_calls = ${firstCalls !== 'none'},
      next_due_at = ${isDue ? now : due.nextDueAt}, daily_day = ${dailyDay}, weekly_day = ${weeklyDay}
    where account_id = ${accountId}`.execute(transaction);
}

async function sendAtOnce(
  transaction: Queryable,
  context: WriteContext,
  to: ReceiverChannel,
  wanted: readonly WantedAlert[],
): Promise<void> {
  const { account, now } = context;
  await lockReceiver(transaction, to);
  const alerts = new Map<Alert, { address: string; message: AlertMessage }>();
  for (const { event, receiver, address } of wanted) {
    const message = eventMessage(context, receiver, event);
    const alert = {
      ...to,
      accountId: account.id,
      alertType: event.alertType,
      eventKey: eventKeyOf(event.subjectId),
      title: message.title,
      path: event.item.path,
      happenedAt: event.item.at,
    };
    alerts.set(alert, { address, message });
  }
  // before `storeAlerts`, whose rows count as held until they have a message
  const recent = await recentMessagesOf(transaction, to, now);
  const stored = await storeAlerts(transaction, [...alerts.keys()], now);
  const goodUntil = new Date(now.getTime() + messageLifetimes['Real-time']);
  const groups = sharedMessages(stored);
  for (const group of groups.slice(0, sentByThemselves(groups.length, recent, now))) {
    const outgoing = group[0] && alerts.get(group[0]);
    if (outgoing)
      await sendAlerts(transaction, context, group, { channel: to.channel, goodUntil, ...outgoing });
  }
}

async function sendKept(
  transaction: Queryable,
  dependencies: AlertDependencies,
  to: ReceiverChannel,
  now: Date,
): Promise<void> {
  await lockReceiver(transaction, to);
  const due = await dueKeptOf(transaction, to, now);
  if (!due) return;
  const { kept, wanted, accounts, receiver } = due;
  if (receiver) {
    const { brands } = dependencies.outbox;
    const [only] = accounts.length === 1 ? accounts : [];
    const brand = await brands.of(transaction, only ? { accountId: only.id } : to);
    const contexts = new Map<string, WriteContext>();
    for (const account of accounts)
      contexts.set(account.id, {
        ...(await contextOf(transaction, dependencies, { account, receivers: [to], now })),
        brand,
      });
    const message = await keptMessage(transaction, contexts, { ...to, name: receiver.name }, wanted);
    const goodUntil = new Date(now.getTime() + messageLifetimes['Real-time']);
    await sendAlerts(transaction, { outbox: dependencies.outbox, brand, now }, wanted, {
      channel: to.channel,
      address: receiver.address,
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

export async function sendKeptAlerts(dependencies: AlertDependencies, now: Date): Promise<void> {
  const { database, log } = dependencies;
  for (const to of await dueReceivers(database.kysely, now))
    try {
      await database.transaction((transaction) => sendKept(transaction, dependencies, to, now));
    } catch (error) {
      log.error(
        { err: error, contact: to.contactId, channel: to.channel },
        'the kept alerts of a receiver failed',
      );
    }
}

/** Does nothing while another process works on the account. */
export async function sendDueDigests(
  transaction: Queryable,
  dependencies: AlertDependencies,
  accountId: string,
  now: Date,
): Promise<void> {
  const progress = await lockProgress(transaction, accountId);
  if (!progress) return;
  const account = await alertAccountOf(transaction, accountId);
  const due = await withoutUsedDays(transaction, {
    due: dueDigests(progress, now, account?.timeZone ?? 'UTC'),
    accountId,
    now,
  });
  if (account && (due.daily || due.weekly)) {
    await noteShipments(transaction, { accountId, day: progress.weeklyDay, now });
    const receivers = await receiversOf(transaction, accountId);
    const context = await contextOf(transaction, dependencies, { account, receivers, now });
    for (const messages of dueMessagesOf(due, progress)) {
      const ofFrequency = receivers.filter(({ frequency }) => frequency === messages.frequency);
      if (ofFrequency.length > 0) await sendDigests(transaction, context, messages, ofFrequency);
    }
  }
  await sql`
    update alert_progress set next_due_at = ${due.nextDueAt},
      daily_day = ${due.days.dailyDay}, weekly_day = ${due.days.weeklyDay},
      daily_sequence = case when ${due.daily} then last.sequence else daily_sequence end,
      weekly_sequence = case when ${due.weekly} then last.sequence else weekly_sequence end
    from (select coalesce(max(sequence), 0) as sequence from alert_events where account_id = ${accountId}) as last
    where account_id = ${accountId}`.execute(transaction);
}

async function sendDigests(
  transaction: Queryable,
  context: WriteContext,
  due: DueMessages,
  receivers: readonly Receiver[],
): Promise<void> {
  const { account, now } = context;
  const { timeZone } = account;
  const corrected = await countCorrections(transaction, [account.id], { due, timeZone });
  for (const digest of await digestEventsOf(transaction, account, due, receivers)) {
    const { receiver, to } = digest;
    const message = digestMessage(context, due, { ...digest, corrected });
    await sendOnce(transaction, context, { due, receiver, to, message });
  }
  const ofPerformance = receivers.filter(({ alertType }) => alertType === 'Performance Breakdown Alert');
  if (ofPerformance.length === 0 || !(await hasRecentActivity(transaction, account, now))) return;
  for (const { receiver, message } of await performanceMessages(transaction, context, {
    due,
    receivers: ofPerformance,
  }))
    for (const to of receiver.addresses) await sendOnce(transaction, context, { due, receiver, to, message });
}
