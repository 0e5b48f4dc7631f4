import type { AlertFrequency, AlertMethod, AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountAndAbove } from '../identity/index.ts';
import { deliveryDay, shipmentDay } from '../scope/index.ts';
import { type AlertEvent, alertEventsOf, canAlert, correctedAlertsOf, eventKeyOf } from './detect.ts';
import type { DueDigests } from './digest-days.ts';
import type { EventAlertType } from './messages/types.ts';
import { type AlertAccount, alertAccountOf } from './account.ts';

export type Channel = 'email' | 'sms';

export interface Receiver {
  contactId: string;
  name: string;
  alertType: AlertType;
  frequency: AlertFrequency;
  /** Last event when the alert was switched on or changed its frequency; messages contain only later ones. */
  afterSequence: number;
  addresses: { channel: Channel; address: string }[];
}

interface ReceiverRow {
  contactId: string;
  name: string;
  email: string;
  phone: string | null;
  alertType: AlertType;
  frequency: AlertFrequency;
  afterSequence: number;
  methods: AlertMethod[];
}

const addressesOf = ({ methods, email, phone }: ReceiverRow): Receiver['addresses'] => [
  ...(methods.includes('Email') ? [{ channel: 'email' as const, address: email }] : []),
  ...(methods.includes('SMS') && phone !== null ? [{ channel: 'sms' as const, address: phone }] : []),
];

/** Receivers need no activation, because the provider knows their address. */
export async function receiversOf(transaction: Queryable, accountId: string): Promise<Receiver[]> {
  const { rows } = await sql<ReceiverRow>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id as "contactId", contacts.name, contacts.email, contacts.phone,
      settings.alert_type as "alertType", settings.frequency, settings.methods, settings.after_sequence as "afterSequence"
    from notification_settings as settings join contacts on contacts.id = settings.contact_id
    where settings.account_id = ${accountId} and not settings.deleted and not contacts.deleted
      and exists (
        select 1 from contact_accounts join above on above.id = contact_accounts.account_id
        where contact_accounts.contact_id = contacts.id)
    order by contacts.id, settings.alert_type`.execute(transaction);
  return rows.map((row) => ({
    contactId: row.contactId,
    name: row.name,
    alertType: row.alertType,
    frequency: row.frequency,
    afterSequence: row.afterSequence,
    addresses: addressesOf(row),
  }));
}

/** Separate messages to a receiver and channel within {@link burstWindow}; further alerts are held. */
export const maxInBurst = 5;
/** Milliseconds */
export const burstWindow = minutes(10);

export interface RecentMessages {
  /** Times of real-time messages within {@link burstWindow}; a message with several alerts counts once. */
  writtenAt: readonly Date[];
  keeps: boolean;
}

/** Far future times come from a wrong clock. */
const isRecent = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) < burstWindow;

/** Once an alert is held, all later ones are held too. */
export function sentByThemselves(count: number, { writtenAt, keeps }: RecentMessages, now: Date): number {
  if (keeps) return 0;
  const recent = writtenAt.filter((at) => isRecent(at, now));
  return Math.min(count, Math.max(0, maxInBurst - recent.length));
}

export const keptAreDue = (firstKeptAt: Date, now: Date): boolean => !isRecent(firstKeptAt, now);

export interface ReceiverChannel {
  contactId: string;
  channel: Channel;
}

/** Lets one transaction at a time write to a receiver, because several accounts may have events for them. */
export async function lockReceiver(
  transaction: Queryable,
  { contactId, channel }: ReceiverChannel,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts to ${channel} ${contactId}`}, 0))`.execute(
    transaction,
  );
}

export async function recentMessagesOf(
  transaction: Queryable,
  { contactId, channel }: ReceiverChannel,
  now: Date,
): Promise<RecentMessages> {
  const { rows } = await sql<{ writtenAt: Date[]; keeps: boolean }>`
    select
      coalesce((
        select array_agg(queued_at) from (
          select outbox_id, max(queued_at) as queued_at from alerts
          where contact_id = ${contactId} and channel = ${channel} and event_key like 'event %'
            and queued_at > ${new Date(now.getTime() - burstWindow)}
          group by outbox_id) as messages), '{}') as "writtenAt",
      exists (
        select 1 from alerts where contact_id = ${contactId} and channel = ${channel}
          and outbox_id is null and canceled_at is null) as keeps`.execute(transaction);
  return rows[0] ?? { writtenAt: [], keeps: false };
}

type WasTold = (to: ReceiverChannel, event: AlertEvent) => boolean;

const keyOf = (alertType: string, { contactId, channel }: ReceiverChannel, eventKey: string) =>
  JSON.stringify([alertType, contactId, channel, eventKey]);

async function toldOf(
  transaction: Queryable,
  accountId: string,
  events: readonly AlertEvent[],
): Promise<WasTold> {
  const keys = events.map(({ subjectId }) => eventKeyOf(subjectId));
  const { rows } = await sql<ReceiverChannel & { alertType: string; eventKey: string }>`
    select alert_type as "alertType", contact_id as "contactId", channel, event_key as "eventKey"
    from alerts where account_id = ${accountId} and event_key = any(${keys}::text[])`.execute(transaction);
  const told = new Set(rows.map((row) => keyOf(row.alertType, row, row.eventKey)));
  return (to, event) => told.has(keyOf(event.alertType, to, eventKeyOf(event.subjectId)));
}

/** Days without calls and mailings after which the Performance Breakdown stops. */
const quietDays = 8 * 7;

export async function hasRecentActivity(
  transaction: Queryable,
  account: { id: string },
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - days(quietDays));
  // separate, because a recursive query cannot be part of a distributed one
  const { rows: own } = await sql<{ id: string }>`
    with recursive own (id) as (
      select ${account.id}::text
      union
      select accounts.id from own join accounts on accounts.parent_id = own.id where not accounts.deleted)
    select id from own`.execute(transaction);
  const ids = own.map(({ id }) => id);
  const { rows: calls } = await sql`
    select 1 from calls where account_id = any(${ids}) and call_date_time > ${since} and not deleted limit 1`.execute(
    transaction,
  );
  if (calls.length > 0) return true;
  const { rows: mailings } = await sql`
    select 1 from campaigns where account_id = any(${ids}) and not deleted
      and greatest(delivery_week, ${deliveryDay}, ${shipmentDay}) > ${since}::date
    limit 1`.execute(transaction);
  return mailings.length > 0;
}

export interface WantedAlert {
  event: AlertEvent;
  receiver: Receiver;
  address: string;
}

/** Returns the same order in all processes. */
export function wantedAtOnce(
  events: readonly AlertEvent[],
  receivers: readonly Receiver[],
): [ReceiverChannel, WantedAlert[]][] {
  const groups = new Map<string, [ReceiverChannel, WantedAlert[]]>();
  for (const event of events)
    for (const receiver of receivers) {
      if (receiver.alertType !== event.alertType || receiver.frequency !== 'Real-time') continue;
      for (const { channel, address } of receiver.addresses) {
        const key = `${receiver.contactId} ${channel}`;
        const group = groups.get(key) ?? [{ contactId: receiver.contactId, channel }, []];
        group[1].push({ event, receiver, address });
        groups.set(key, group);
      }
    }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** Alerts that share a message: a call that is an opportunity and an appointment is one, told as the first of its group, the appointment. */
export function sharedMessages<Told extends { accountId: string; alertType: AlertType; eventKey: string }>(
  alerts: readonly Told[],
): Told[][] {
  const callOf = ({ accountId, eventKey }: Told) => JSON.stringify([accountId, eventKey]);
  const appointments = new Map(
    alerts
      .filter(({ alertType }) => alertType === 'New Appointment Call Alert')
      .map((alert) => [callOf(alert), [alert]]),
  );
  return alerts.flatMap((alert) => {
    const group = appointments.get(callOf(alert));
    if (group && alert.alertType === 'New Appointment Call Alert') return [group];
    if (!group || alert.alertType !== 'New Opportunity Call Alert') return [[alert]];
    group.push(alert);
    return [];
  });
}

export interface KeptAlert {
  accountId: string;
  alertType: EventAlertType;
  contactId: string;
  channel: Channel;
  eventKey: string;
  title: string;
  path: string;
  happenedAt: Date;
  createdAt: Date;
}

export async function dueReceivers(database: Queryable, now: Date): Promise<ReceiverChannel[]> {
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

/** Undefined if the receiver no longer wants or may have the alert. */
const addressOf = (accounts: ReadonlyMap<string, KeptAccount>, alert: KeptAlert): string | undefined =>
  accounts
    .get(alert.accountId)
    ?.receivers.find(
      ({ contactId, alertType }) => contactId === alert.contactId && alertType === alert.alertType,
    )
    ?.addresses.find(({ channel }) => channel === alert.channel)?.address;

export interface DueKept {
  kept: readonly KeptAlert[];
  /** Alerts that their receiver still wants and may have, that are still true and not too old. */
  wanted: readonly KeptAlert[];
  accounts: readonly AlertAccount[];
  /** Name and current address of the receiver; null if nothing is wanted. */
  receiver: { name: string; address: string } | null;
}

/** Null if what is held for the locked receiver is not due, because another process was faster. */
export async function dueKeptOf(
  transaction: Queryable,
  to: ReceiverChannel,
  now: Date,
): Promise<DueKept | null> {
  const kept = await keptOf(transaction, to);
  const [first] = kept;
  if (!first || !keptAreDue(first.createdAt, now)) return null;
  const accounts = await accountsOf(transaction, kept);
  const corrected = new Set<string>();
  for (const accountId of accounts.keys())
    for (const { alertType, eventKey } of await correctedAlertsOf(
      transaction,
      accountId,
      kept.filter((alert) => alert.accountId === accountId),
    ))
      corrected.add(JSON.stringify([accountId, alertType, eventKey]));
  const wanted = kept.filter(
    (alert) =>
      canAlert(alert.happenedAt, now) &&
      addressOf(accounts, alert) !== undefined &&
      !corrected.has(JSON.stringify([alert.accountId, alert.alertType, alert.eventKey])),
  );
  const [firstWanted] = wanted;
  const address = firstWanted && addressOf(accounts, firstWanted);
  const name =
    firstWanted &&
    accounts.get(firstWanted.accountId)?.receivers.find(({ contactId }) => contactId === to.contactId)?.name;
  return {
    kept,
    wanted,
    accounts: [...accounts.values()].map(({ account }) => account),
    receiver: address === undefined ? null : { name: name ?? '', address },
  };
}

export interface DueMessages {
  frequency: 'Daily' | 'Weekly';
  /** Local day; for weekly messages a Monday. */
  day: string;
  afterSequence: number;
}

/** Milliseconds back to the messages of the last day or Monday, in any time zone. */
const longestPeriod = days(10);

/** Leaves out days that a fast clock already used. Their events move to the next message. */
export async function withoutUsedDays(
  transaction: Queryable,
  { due, accountId, now }: { due: DueDigests; accountId: string; now: Date },
): Promise<DueDigests> {
  if (!due.daily && !due.weekly) return due;
  const keys = { daily: `daily ${due.days.dailyDay}`, weekly: `weekly ${due.days.weeklyDay}` };
  const { rows } = await sql<{ eventKey: string }>`
    select distinct event_key as "eventKey" from alerts
    where account_id = ${accountId} and created_at > ${new Date(now.getTime() - longestPeriod)}
      and event_key = any(${Object.values(keys)}::text[])`.execute(transaction);
  const isUsed = (key: string) => rows.some(({ eventKey }) => eventKey === key);
  return {
    ...due,
    daily: due.daily && !isUsed(keys.daily),
    weekly: due.weekly && !isUsed(keys.weekly),
  };
}

export function dueMessagesOf(
  due: DueDigests,
  told: { dailySequence: number; weeklySequence: number },
): DueMessages[] {
  const { dailyDay, weeklyDay } = due.days;
  return [
    ...(due.daily ? [{ frequency: 'Daily' as const, day: dailyDay, afterSequence: told.dailySequence }] : []),
    ...(due.weekly
      ? [{ frequency: 'Weekly' as const, day: weeklyDay, afterSequence: told.weeklySequence }]
      : []),
  ];
}

export interface DigestEvents {
  receiver: Receiver;
  to: Receiver['addresses'][number];
  events: readonly AlertEvent[];
}

/** Events since the last messages that a receiver does not know yet, by receiver and channel. */
export async function digestEventsOf(
  transaction: Queryable,
  account: AlertAccount,
  due: DueMessages,
  receivers: readonly Receiver[],
): Promise<DigestEvents[]> {
  const events = await alertEventsOf(transaction, account, { afterSequence: due.afterSequence });
  const wasTold = await toldOf(transaction, account.id, events);
  return receivers.flatMap((receiver) =>
    receiver.addresses.flatMap((to) => {
      // a receiver of real-time alerts until today already knows some
      const untold = events.filter(
        (event) =>
          event.alertType === receiver.alertType &&
          event.sequence > receiver.afterSequence &&
          !wasTold({ ...to, contactId: receiver.contactId }, event),
      );
      return untold.length > 0 ? [{ receiver, to, events: untold }] : [];
    }),
  );
}
