import type { CallerMailing, getCaller as getRoute } from '@mailcall/contract/callers.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import {
  type CallerKey,
  callerOfCall,
  identifiesCaller,
  isOfCaller,
  waitingIdOf,
} from '../callbacks/index.ts';
import {
  appointmentColumns,
  type AppointmentRecord,
  callRowColumns,
  type CallRowRecord,
  callRowTables,
  noCall,
  presentAppointment,
  presentCallRow,
} from '../calls/index.ts';
import { dataVersionIn } from '../figures/index.ts';
import type { Viewer } from '../identity/index.ts';
import { householdsOfCalls, isListReader } from '../patient-lists/index.ts';
import { deliveryDay, readGroupOf, staffName } from '../scope/index.ts';

const [maxCalls, maxAppointments] = [200, 100];

type Reply = RouteReply<typeof getRoute>;

const ofCaller = (key: CallerKey) => sql`${isOfCaller(key)} and not calls.deleted`;

async function readCalls(database: Queryable, key: CallerKey) {
  const { rows } = await sql<CallRowRecord & { total: number }>`
    select ${callRowColumns}, cast(count(*) over () as integer) as total
    from ${callRowTables} where ${ofCaller(key)}
    order by calls.call_date_time desc, calls.id limit ${sql.lit(maxCalls)}`.execute(database);
  return { callCount: rows[0]?.total ?? 0, calls: rows.map(presentCallRow) };
}

async function readAppointments(database: Queryable, key: CallerKey): Promise<Reply['appointments']> {
  const { rows } = await sql<AppointmentRecord & { call_id: string }>`
    select ${appointmentColumns}, appointments.call_id
    from appointments join calls on calls.account_id = appointments.account_id and calls.id = appointments.call_id and not calls.deleted
    where appointments.account_id = ${key.accountId} and not appointments.deleted
      and (${isOfCaller(key)} or caller_key(appointments.phone) = ${key.caller})
    order by coalesce(appointments.date_time, appointments.created_at) desc, appointments.id
    limit ${sql.lit(maxAppointments)}`.execute(database);
  return rows.map((row) => ({ ...presentAppointment(row), callId: row.call_id }));
}

const delivered = sql`coalesce(${deliveryDay}, campaigns.delivery_week)`;

/** Mailings whose number they called, removed ones too, and those that audits found in their household's mail. */
async function readMailings(
  database: Queryable,
  key: CallerKey,
  mailed: readonly string[],
): Promise<CallerMailing[]> {
  const { rows } = await sql<
    Omit<CallerMailing, 'title'> & { name: string; orderNumber: string; label: string | null; type: string }
  >`
    with called as (
      select calls.campaign_id, cast(count(*) as integer) as calls from calls
      where ${ofCaller(key)} and calls.campaign_id is not null group by calls.campaign_id)
    select campaigns.id, coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as "orderNumber", campaigns.label,
      campaigns.campaign_type as type,
      to_char(${delivered}, 'YYYY-MM-DD') as "deliveryDay", coalesce(called.calls, 0) as calls
    from campaigns left join called on called.campaign_id = campaigns.id
    where campaigns.account_id = ${key.accountId} and ${delivered} is not null
      and (called.calls is not null or campaigns.id = any(${[...mailed]}))
    order by ${delivered} desc, campaigns.id`.execute(database);
  const groupOf = await readGroupOf(database);
  return rows
    .filter(({ type }) => groupOf(type) !== 'non-mailing')
    .map(({ name, orderNumber, label, type: _type, ...mailing }) => ({
      ...mailing,
      title: mailingTitle({ name, orderNumber, label }),
    }));
}

async function readStaff(database: Queryable, key: CallerKey): Promise<Reply['staff']> {
  const { rows } = await sql<Reply['staff'][number]>`
    select ${staffName('staff')} as name, cast(count(distinct calls.id) as integer) as calls
    from calls join staff on staff.account_id = calls.account_id and staff.id in (calls.handler_id, calls.callback_handler_id)
    where ${ofCaller(key)} group by 1 order by 2 desc, 1`.execute(database);
  return rows;
}

/** @throws {Problem} 404 if the call is not of the viewer's accounts, or its number identifies no one */
export async function readCaller(
  snapshot: Queryable,
  viewer: Viewer,
  { callId, now }: { callId: string; now: Date },
): Promise<Reply> {
  const key = await callerOfCall(snapshot, viewer.accountIds, callId);
  if (!key || !identifiesCaller(key)) throw noCall(callId);
  const { version } = await dataVersionIn(snapshot, [key.accountId]);
  const { callCount, calls } = await readCalls(snapshot, key);
  const [newest] = calls;
  if (!newest) throw noCall(callId);
  const { households, campaignIds } = isListReader(viewer, key.accountId)
    ? await householdsOfCalls(snapshot, key.accountId, ofCaller(key))
    : { households: [], campaignIds: [] };
  const lastKnown = (name: 'callerName' | 'callerIdName') =>
    calls.find((call) => call[name]?.trim())?.[name] ?? null;
  return {
    accountId: key.accountId,
    accountName: newest.accountName,
    timeZone: newest.timeZone,
    callerName: lastKnown('callerName'),
    callerIdName: lastKnown('callerIdName'),
    callerPhoneNumber: newest.callerPhoneNumber ?? key.caller,
    waitingId: await waitingIdOf(snapshot, key, now),
    callCount,
    calls,
    appointments: await readAppointments(snapshot, key),
    mailings: await readMailings(snapshot, key, campaignIds),
    households,
    staff: await readStaff(snapshot, key),
    meta: { version, asOf: now.toISOString() },
  };
}
