import type { DeskCall, ScoreMark } from '@mailcall/contract/scoring.ts';
import { callTypeHeading } from '@mailcall/contract/rules/call-label.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import { emptyScore, type ScoreValues, scoreValuesSchema } from '@mailcall/contract/rules/score-values.ts';
import { streamRecording } from '@mailcall/contract/recordings.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import {
  appointmentColumns,
  type AppointmentRecord,
  callRowColumns,
  type CallRowRecord,
  callRowTables,
  presentAppointment,
  presentCallRow,
  type RecordingAddresses,
} from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readTranscript } from '../transcripts/index.ts';
import { isBlindFor } from './blind-calls.ts';
import { addedAppointments, readBlindCall, readScoredCall } from './call-context.ts';
import { readSuggestions } from './suggestions.ts';
import { newestVersion, readVersion } from './versions.ts';
import type { ClaimPurpose, WaitingCall } from './waiting-calls.ts';

const maxEarlierCalls = 5;

export interface DeskDraft {
  values: ScoreValues;
  marks: ScoreMark[];
}

/** Includes the person's draft. `isBlind` leaves out the team's scores and the model's suggestions; `calibration` appointments and the feed's scores, too. */
export async function readDeskCall(
  database: Queryable,
  found: WaitingCall,
  {
    viewer,
    now,
    addresses,
    expiresAt,
    isBlind = false,
    calibration,
  }: {
    viewer: Viewer;
    now: Date;
    addresses: RecordingAddresses;
    expiresAt: Date;
    isBlind?: boolean;
    calibration?: { draft: DeskDraft | null };
  },
): Promise<DeskCall> {
  const { accountId, callId } = found;
  const [row] = (
    await sql<
      CallRowRecord & {
        line: string | null;
        key: string | null;
        media_type: string | null;
        peaks: number[] | null;
      }
    >`
      select ${callRowColumns}, coalesce(line.friendly_name, line.number) as line, recordings.key, recordings.media_type, recordings.peaks
      from ${callRowTables}
      left join tracking_lines line on line.account_id = calls.account_id and line.id = calls.tracking_line_id
      left join recordings on recordings.account_id = calls.account_id and recordings.key = calls.audio
      where calls.account_id = ${accountId} and calls.id = ${callId}`.execute(database)
  ).rows;
  if (!row) throw new Error(`Call ${callId} is gone.`);
  const isFresh = calibration !== undefined;
  const values = isFresh
    ? emptyScore
    : (await (isBlind ? readBlindCall : readScoredCall)(database, found)).values;
  const newest = isBlind || isFresh ? null : await newestVersion(database, found);
  const saved = newest && newest.number > 0 ? await readVersion(database, found, newest.number) : null;
  const draft = isFresh ? calibration.draft : await readDraft(database, found, viewer);
  const shown = presentCallRow(row);
  return {
    callId,
    accountId,
    accountName: shown.accountName,
    timeZone: shown.timeZone,
    callDateTime: shown.dateTime,
    callDuration: shown.callDuration,
    callerPhoneNumber: shown.callerPhoneNumber && formatPhone(shown.callerPhoneNumber),
    callerIdName: shown.callerIdName,
    campaignTitle: shown.campaignTitle,
    campaignType: shown.campaignType,
    trackingLine: row.line,
    recording: await recordingOf(row, { viewer, addresses }),
    transcript: (await readTranscript(database, found)).turns,
    earlierCalls: await readEarlierCalls(database, row, { viewer, now }),
    appointments: isFresh ? [] : await readAppointments(database, found, isBlind),
    values: draft?.values ?? values,
    marks: draft?.marks ?? (saved?.values ? marksOfShownFields(saved.marks, saved.values) : []),
    isDraft: draft !== null,
    suggestions: isBlind || isFresh || saved?.values ? [] : await readSuggestions(database, found),
    version: newest?.number ?? 0,
    expiresAt: expiresAt.toISOString(),
  };
}

export async function recordingOf(
  {
    key,
    media_type: mediaType,
    peaks,
  }: { key: string | null; media_type: string | null; peaks: number[] | null },
  { viewer, addresses }: { viewer: Viewer; addresses: RecordingAddresses },
): Promise<DeskCall['recording']> {
  if (key === null || mediaType === null) return null;
  const { contactId, sessionId } = viewer;
  const { signature, expiresAt } = await addresses.seal({ file: key, mediaType, contactId, sessionId });
  return { url: pathOf(streamRecording, { signature }), expiresAt: expiresAt.toISOString(), peaks };
}

async function readEarlierCalls(
  database: Queryable,
  call: CallRowRecord,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<DeskCall['earlierCalls']> {
  if (!call.caller_phone_number) return [];
  const { rows } = await sql<CallRowRecord>`
    select ${callRowColumns} from ${callRowTables}
    where calls.account_id = ${call.account_id} and calls.caller_phone_number = ${call.caller_phone_number}
      and calls.call_date_time < ${call.call_date_time} and not calls.deleted
      and not ${isBlindFor(viewer, now)}
    order by calls.call_date_time desc, calls.id limit ${maxEarlierCalls}`.execute(database);
  return rows.map((row) => {
    const shown = presentCallRow(row);
    return {
      callId: shown.callId,
      callDateTime: shown.dateTime,
      label: callTypeHeading({
        ...shown,
        resolveDate: shown.callResolveDate,
        appointmentsCounter: shown.count,
      }),
      summary: shown.callSummary,
    };
  });
}

async function readAppointments(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  isBlind: boolean,
): Promise<DeskCall['appointments']> {
  const hidden = isBlind ? await addedAppointments(database, { accountId, callId }) : [];
  const { rows } = await sql<AppointmentRecord>`
    select ${appointmentColumns} from appointments
    where account_id = ${accountId} and call_id = ${callId} and not deleted and (portal_id is null or portal_id <> all(${hidden}::text[]))
    order by date_time nulls last, id`.execute(database);
  return rows
    .map(presentAppointment)
    .flatMap(({ id, firstName, lastName, dateTime, replaced }) =>
      replaced ? [] : [{ id, firstName, lastName, dateTime }],
    );
}

async function readDraft(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { contactId }: Viewer,
): Promise<DeskDraft | null> {
  const { rows } = await sql<{ score: unknown; marks: ScoreMark[] }>`
    select score, marks from score_drafts
    where account_id = ${accountId} and call_id = ${callId} and contact_id = ${contactId}`.execute(database);
  const [row] = rows;
  return row ? draftOf(row) : null;
}

/** Null for a draft of an older release with other fields. */
export function draftOf({ score, marks }: { score: unknown; marks: ScoreMark[] }): DeskDraft | null {
  const values = scoreValuesSchema.safeParse(score);
  return values.success ? { values: values.data, marks } : null;
}

export async function writeDraft(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  {
    viewer,
    values,
    marks,
    now,
    purpose = 'score',
  }: {
    viewer: Viewer;
    values: ScoreValues;
    marks: readonly ScoreMark[];
    now: Date;
    purpose?: ClaimPurpose;
  },
): Promise<void> {
  await sql`
    insert into score_drafts (account_id, call_id, contact_id, purpose, score, marks, saved_at)
    values (${accountId}, ${callId}, ${viewer.contactId}, ${purpose}, ${JSON.stringify(values)}::jsonb,
      ${JSON.stringify(marks)}::jsonb, ${now})
    on conflict (account_id, call_id, contact_id) do update
      set purpose = excluded.purpose, score = excluded.score, marks = excluded.marks, saved_at = excluded.saved_at`.execute(
    database,
  );
}
