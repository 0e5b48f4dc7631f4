import { sql } from 'kysely';
import {
  engineOf,
  putCalls,
  setAlert,
  type CallKind,
} from '../../server/features/alerts/alerts-for-tests.ts';
import { beginAlerts } from '../../server/features/alerts/index.ts';
import { bumpAccountVersions } from '../../server/features/changes/index.ts';
import { fixedClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database.ts';
import { addAccounts, addPerson } from '../support/test-app.ts';
import { AlertOracle, type OracleSetting, zones, type ZoneName } from './alert-oracle.ts';
import { randomNumbers } from './random-work.ts';

const minute = 60_000;
const hour = 60 * minute;

const choices = {
  'Missed Call': ['Real-time', 'Daily', 'Weekly'],
  'New Opportunity Call': ['Real-time', 'Daily', 'Weekly'],
  'New Appointment Call': ['Real-time', 'Daily', 'Weekly'],
  'First Opportunity': ['Real-time'],
  'En Route': ['Weekly'],
  'Performance Breakdown': ['Daily', 'Weekly'],
} as const satisfies Record<OracleSetting['type'], readonly OracleSetting['frequency'][]>;

export interface Walk {
  seed: number;
  from: string;
  to: string;
  /** Mean minutes between two looks. */
  meanStep: number;
}

/** Written and expected messages of a walk: one line for each message, sorted. */
export interface WalkResult {
  written: string[];
  expected: string[];
  looks: number;
}

export async function walkAlerts(database: Database, walk: Walk): Promise<WalkResult> {
  const random = randomNumbers(walk.seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const zoneNames = Object.keys(zones) as ZoneName[];
  const clock = fixedClock(walk.from);
  const oracle = new AlertOracle();
  const accountIds = zoneNames.map((_, index) => `w${walk.seed}-${index}`);
  const contactIds = [`w${walk.seed}-ann`, `w${walk.seed}-bob`, `w${walk.seed}-cy`];

  await addAccounts(
    database,
    accountIds.map((id) => ({ id })),
  );
  for (const [index, id] of accountIds.entries())
    await sql`update accounts set time_zone = ${zoneNames[index]} where id = ${id}`.execute(database.kysely);
  for (const [index, id] of contactIds.entries())
    await addPerson(database, {
      id,
      accounts: accountIds,
      phone: `+1202555${walk.seed}0${index}`,
      password: false,
    });
  // an account without any call has no Performance Breakdown
  const earlier = new Date(clock.now().getTime() - 48 * hour);
  for (const id of accountIds)
    await putCalls(database, id, [{ id: `${id}-before`, at: earlier, kind: 'answered' }]);
  await beginAlerts((work) => database.transaction(work), clock.now());
  for (const [index, id] of accountIds.entries())
    oracle.begin(id, zoneNames[index] as ZoneName, clock.now().getTime());

  const changeSetting = async (
    accountId: string,
    type = pick(Object.keys(choices) as (keyof typeof choices)[]),
  ) => {
    const contactId = pick(contactIds);
    const channels = pick([['email'], ['sms'], ['email', 'sms'], []] as const);
    const setting = { contactId, type, frequency: pick(choices[type]), channels };
    await setAlert(database, {
      accountId,
      contactId,
      alertType: `${type} Alert`,
      frequency: setting.frequency,
      methods: channels.map((channel) => (channel === 'email' ? 'Email' : 'SMS')),
    });
    oracle.set(accountId, setting);
  };
  for (const accountId of accountIds)
    for (let count = 0; count < 9; count += 1) await changeSetting(accountId);

  let callCount = 0;
  const changeCalls = async (accountId: string, now: number) => {
    const { calls } = oracle.account(accountId);
    const known = [...calls.values()].slice(-12);
    const changed = Array.from({ length: 1 + Math.floor(random() ** 4 * 12) }, () => {
      const kind = pick<CallKind>(['unscored', 'answered', 'opportunity', 'booked', 'missed', 'missed']);
      const prior = random() < 0.4 ? pick(known) : undefined;
      if (prior) return { ...prior, kind };
      callCount += 1;
      const ago = random() < 0.1 ? pick([23, 24, 25, 48, 200]) * hour : random() * 40 * minute;
      return {
        id: `${accountId}-${callCount}`,
        at: Math.floor(now - ago),
        kind,
        campaignId: `${accountId}-c${Math.floor(callCount / 20)}`,
      };
    });
    for (const call of changed) calls.set(call.id, call);
    await putCalls(
      database,
      accountId,
      [...new Map(changed.map((call) => [call.id, call])).values()].map((call) => ({
        ...call,
        at: new Date(call.at),
      })),
    );
  };

  let mailingCount = 0;
  const shipMailing = async (accountId: string, now: number) => {
    mailingCount += 1;
    const id = `${accountId}-m${mailingCount}`;
    const shippedOn = new Date(now - Math.floor(random() * 25) * 24 * hour).toISOString().slice(0, 10);
    oracle.account(accountId).shipments.set(id, shippedOn);
    await database.transaction(async (transaction) => {
      await sql`
        insert into campaigns (account_id, id, name, campaign_type, status, shipment_date)
        values (${accountId}, ${id}, ${id}, 'MVP Mail', 'shipped', ${shippedOn})`.execute(transaction);
      await bumpAccountVersions(transaction, [accountId]);
    });
  };

  const moveZone = async (accountId: string) => {
    const zone = pick(zoneNames);
    oracle.account(accountId).zone = zone;
    await database.transaction(async (transaction) => {
      await sql`update accounts set time_zone = ${zone} where id = ${accountId}`.execute(transaction);
      await bumpAccountVersions(transaction, [accountId]);
    });
  };

  let looks = 0;
  let shippedFrom: string | null = null;
  const end = Date.parse(walk.to);
  while (clock.now().getTime() < end) {
    // in rare cases no process looks for days
    clock.advance(Math.ceil(random() < 0.002 ? random() * 80 * hour : random() * 2 * walk.meanStep * minute));
    const now = clock.now().getTime();
    if (random() < 0.7) await changeCalls(pick(accountIds), now);
    if (random() < 0.05) await changeSetting(pick(accountIds));
    if (shippedFrom !== null && random() < 0.5) await changeSetting(shippedFrom, 'En Route');
    shippedFrom = random() < 0.04 ? pick(accountIds) : null;
    if (shippedFrom !== null) await shipMailing(shippedFrom, now);
    if (random() < 0.005) await moveZone(pick(accountIds));
    // one of two may send the kept alerts before the other adds to them: both orders are right
    const isPair = random() < 0.1 && !oracle.keeps;
    const engines = Array.from({ length: isPair ? 2 : 1 }, () => engineOf({ database, clock }).engine);
    await Promise.all(engines.map((engine) => engine.look()));
    oracle.look(now);
    looks += 1;
  }
  return { written: await writtenMessages(database, walk.seed), expected: oracle.messages.sort(), looks };
}

async function writtenMessages(database: Database, seed: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select contact_id || ' ' || alerts.channel || ': ' || string_agg(account_id || ' ' || replace(alert_type, ' Alert', '') || ' ' || event_key, ', '
        order by account_id || ' ' || replace(alert_type, ' Alert', '') || ' ' || event_key collate "C") as text
    from alerts join outbox on outbox.id = alerts.outbox_id
    where contact_id like ${`w${seed}-%`}
    group by contact_id, alerts.channel, outbox_id`.execute(database.kysely);
  return rows.map(({ text }) => text).sort();
}
