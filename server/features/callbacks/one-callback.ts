import type { CallbackCall, getCallback as getRoute } from '@mailcall/contract/callbacks.ts';
import { nextTry } from '@mailcall/contract/rules/next-try.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
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
import type { Viewer } from '../identity/index.ts';
import { dataVersionIn } from '../figures/index.ts';
import { presentAction, readHistory } from './actions.ts';
import { judge, presentEntry, type Reader } from './present-entry.ts';
import { type CallerKey, callerOfCall, isOfCaller } from './caller-key.ts';
import { type Caller, readCaller } from './read-callers.ts';

const [maxCalls, maxAppointments] = [100, 20];

type CallRecord = CallRowRecord & {
  campaign_id: string | null;
  voicemail_left_message: boolean | null;
  voicemail_wants_appointment: boolean | null;
  audio_peaks: number[] | null;
  recording_removed: boolean;
};

async function readCalls(database: Queryable, { accountId, calls }: Caller): Promise<CallbackCall[]> {
  const ids = calls.slice(-maxCalls).map(({ id }) => id);
  const { rows } = await sql<CallRecord>`
    select ${callRowColumns}, calls.campaign_id, calls.voicemail_left_message, calls.voicemail_wants_appointment,
      (select recordings.peaks from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio) as audio_peaks,
      coalesce(calls.audio like 'removed/%', false) as recording_removed
    from ${callRowTables} where calls.account_id = ${accountId} and calls.id = any(${ids})
    order by calls.call_date_time desc, calls.id`.execute(database);
  return rows.map((row) => ({
    ...presentCallRow(row),
    campaignId: row.campaign_id,
    waits: false,
    voicemailLeftMessage: row.voicemail_left_message,
    voicemailWantsAppointment: row.voicemail_wants_appointment,
    audioPeaks: row.audio_peaks,
    recordingRemoved: row.recording_removed,
  }));
}

async function readAppointments(database: Queryable, key: Caller) {
  const { rows } = await sql<AppointmentRecord & { call_id: string }>`
    select ${appointmentColumns}, appointments.call_id
    from appointments join calls on calls.account_id = appointments.account_id and calls.id = appointments.call_id and not calls.deleted
    where appointments.account_id = ${key.accountId} and not appointments.deleted
      and (${isOfCaller(key)} or caller_key(appointments.phone) = ${key.caller})
    order by appointments.created_at desc, appointments.id limit ${sql.lit(maxAppointments)}`.execute(
    database,
  );
  return rows.map((row) => ({ ...presentAppointment(row), callId: row.call_id }));
}

/** Id of a caller's entry while someone has to call, or will have to; null otherwise. */
export async function waitingIdOf(snapshot: Queryable, key: CallerKey, now: Date): Promise<string | null> {
  const caller = await readCaller(snapshot, key, now);
  if (!caller) return null;
  const { state, calls } = judge(caller, now);
  return state.kind === 'closed' ? null : (calls[0]?.id ?? null);
}

/** @throws {Problem} 404 if the call is not of these accounts or needs no callback */
export async function readCallback(
  snapshot: Queryable,
  { viewer, callId, reader }: { viewer: Viewer; callId: string; reader: Reader },
): Promise<RouteReply<typeof getRoute>> {
  const { now } = reader;
  const key = await callerOfCall(snapshot, viewer.accountIds, callId);
  const version = key && (await dataVersionIn(snapshot, [key.accountId])).version;
  const caller = key && (await readCaller(snapshot, key, now));
  if (!caller) throw noCall(callId);
  const judged = judge(caller, now);
  const isOpen = new Set(judged.state.kind === 'closed' ? [] : judged.calls.map(({ id }) => id));
  const calls = await readCalls(snapshot, caller);
  const { open, holidays, timeZone } = caller.hours;
  const today = clockInZone(now, timeZone).day;
  return {
    entry: await presentEntry(snapshot, judged, reader),
    calls: calls.map((call) => ({ ...call, waits: isOpen.has(call.callId) })),
    actions: (await readHistory(snapshot, caller)).map((action) => presentAction(action, judged, reader)),
    appointments: await readAppointments(snapshot, caller),
    nextTry: new Date(nextTry(now.getTime(), caller.hours)).toISOString(),
    hours: { open: [...open], holidays: [...holidays].filter((date) => date >= today).sort() },
    meta: { version: version ?? 0, asOf: now.toISOString() },
  };
}
