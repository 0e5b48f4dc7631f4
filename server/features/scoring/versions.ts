import type { ScoreMark, ScoreReason, ScoreVersion } from '@mailcall/contract/scoring.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordChanges } from '../changes/index.ts';
import type { WaitingCall } from './waiting-calls.ts';

export interface NewVersion {
  reason: ScoreReason;
  /** Null withdraws the score. */
  values: ScoreValues | null;
  marks: readonly ScoreMark[];
  contactId: string | null;
  role: string | null;
  rubric: string | null;
  beganAt: Date | null;
  at: Date;
  requestId?: string;
  appointmentIds?: readonly string[];
}

/** Null without one. Lock the call before. */
export async function newestVersion(
  database: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<{
  number: number;
  contactId: string | null;
  reason: ScoreReason;
  madeAt: Date;
  appointmentIds: string[];
} | null> {
  const { rows } = await sql<{
    number: number;
    contactId: string | null;
    reason: ScoreReason;
    madeAt: Date;
    appointmentIds: string[];
  }>`
    select number, contact_id as "contactId", reason, made_at as "madeAt", appointment_ids as "appointmentIds"
    from score_versions
    where account_id = ${accountId} and call_id = ${callId} order by number desc limit 1`.execute(database);
  return rows[0] ?? null;
}

export async function addVersion(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  number: number,
  version: NewVersion,
): Promise<void> {
  const {
    reason,
    values,
    marks,
    contactId,
    role,
    rubric,
    beganAt,
    at,
    requestId,
    appointmentIds = [],
  } = version;
  const { rows } = await sql<{ id: string }>`
    insert into score_versions (account_id, call_id, number, reason, score, marks, contact_id, role, rubric, began_at, made_at,
      request_id, appointment_ids)
    values (${accountId}, ${callId}, ${number}, ${reason}, ${values === null ? null : JSON.stringify(values)}::jsonb,
      ${JSON.stringify(marks)}::jsonb, ${contactId}, ${role}, ${rubric}, ${beganAt}, ${at}, ${requestId ?? null}::uuid,
      ${[...appointmentIds]}::text[])
    returning id`.execute(transaction);
  await recordChanges(
    transaction,
    rows.map(({ id }) => ({
      accountId,
      file: 'score-versions' as const,
      rowId: id,
      action: 'added' as const,
    })),
    { contactId, at },
  );
}

export async function readVersion(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  number: number,
): Promise<{ values: ScoreValues | null; marks: ScoreMark[] } | null> {
  const { rows } = await sql<{ values: ScoreValues | null; marks: ScoreMark[] }>`
    select score as values, marks from score_versions
    where account_id = ${accountId} and call_id = ${callId} and number = ${number}`.execute(database);
  return rows[0] ?? null;
}

/** Null for a new request. */
export async function versionOfRequest(
  database: Queryable,
  accountId: string,
  requestId: string,
): Promise<{ callId: string; number: number } | null> {
  const { rows } = await sql<{ callId: string; number: number }>`
    select call_id as "callId", number from score_versions
    where account_id = ${accountId} and request_id = ${requestId}::uuid`.execute(database);
  return rows[0] ?? null;
}

export async function hasWorkedOn(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { contactId }: { contactId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from score_claims
    where account_id = ${accountId} and call_id = ${callId} and contact_id = ${contactId} and purpose = 'score'
    union all
    select 1 from score_versions where account_id = ${accountId} and call_id = ${callId} and contact_id = ${contactId}
    limit 1`.execute(database);
  return rows.length > 0;
}

/** Newest first. `byTeam` replaces hidden names; null shows them. */
export async function readHistory(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  byTeam: string | null,
): Promise<ScoreVersion[]> {
  const { rows } = await sql<Omit<ScoreVersion, 'at'> & { at: Date }>`
    select version.number, version.reason, version.score as values, version.marks,
      case when version.contact_id is null then null else coalesce(${byTeam}::text, contacts.name) end as by,
      version.role, version.rubric, version.made_at as at
    from score_versions version left join contacts on contacts.id = version.contact_id
    where version.account_id = ${accountId} and version.call_id = ${callId}
    order by version.number desc limit 200`.execute(database);
  return rows.map((row) => ({
    ...row,
    marks: row.values === null ? row.marks : marksOfShownFields(row.marks, row.values),
    at: row.at.toISOString(),
  }));
}
