import {
  inOrder,
  maxTranscriptText,
  maxTurns,
  speakerOf,
  storedTurns,
  type Turn,
} from '@mailcall/contract/rules/transcripts.ts';
import type { Transcript } from '@mailcall/contract/transcripts.ts';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { bumpAccountVersions } from '../changes/index.ts';

type TranscriptSource = 'telephony' | 'feed';

/** SQL condition on a row of `turns`: it is of the call's highest source, the feed before a telephone system. */
export const isShownTurn = sql<SqlBool>`not turns.deleted and (turns.source = 'feed' or not exists (
  select 1 from transcript_turns feed where feed.account_id = turns.account_id and feed.call_id = turns.call_id
    and feed.source = 'feed' and not feed.deleted))`;

/** Without turns if the call has no transcript. The caller has checked the right to the call. */
export async function readTranscript(
  database: Queryable,
  { accountId, callId }: { accountId: string; callId: string },
): Promise<Transcript> {
  const { rows } = await sql<{
    speaker: string | null;
    from: number | null;
    to: number | null;
    text: string;
  }>`
    select speaker, from_ms as "from", to_ms as "to", text from (
      select turns.*, sum(length(turns.text)) over (order by turns.turn) as characters from transcript_turns turns
      where turns.account_id = ${accountId} and turns.call_id = ${callId} and ${isShownTurn}) turns
    where characters <= ${maxTranscriptText} order by turn limit ${maxTurns}`.execute(database);
  return {
    turns: inOrder(
      rows.map(({ speaker, ...turn }) => ({ speaker: speakerOf(speaker), speakerName: speaker, ...turn })),
    ),
  };
}

interface WrittenTranscript {
  callId: string;
  turns: readonly Omit<Turn, 'speaker'>[];
}

const isSame = (one: readonly Turn[], other: readonly Turn[]) =>
  JSON.stringify(one) === JSON.stringify(other);

async function readTurnsOf(
  transaction: Queryable,
  call: { accountId: string; callId: string },
  source: TranscriptSource,
): Promise<Turn[]> {
  const { rows } = await sql<Omit<Turn, 'speaker'>>`
    select speaker as "speakerName", from_ms as "from", to_ms as "to", text from transcript_turns
    where account_id = ${call.accountId} and call_id = ${call.callId} and source = ${source} and not deleted
    order by turn`.execute(transaction);
  return rows.map(({ speakerName, from, to, text }) => ({
    speaker: speakerOf(speakerName),
    speakerName,
    from,
    to,
    text,
  }));
}

/** Replaces what the source said of each call, unless recording or caller are no longer kept. Without turns nothing changes: systems transcribe minutes after the call. */
export async function writeTranscripts(
  transaction: Queryable,
  source: TranscriptSource,
  transcripts: readonly WrittenTranscript[],
): Promise<void> {
  const given = new Map(
    transcripts
      .map(({ callId, turns }) => [callId, storedTurns(turns)] as const)
      .filter(([, turns]) => turns.length > 0),
  );
  if (given.size === 0) return;
  const { rows: calls } = await sql<{ accountId: string; callId: string }>`
    select account_id as "accountId", id as "callId" from calls
    where id = any(${[...given.keys()]}::text[]) order by account_id, id`.execute(transaction);
  const { rows: erased } = await sql<{ callId: string }>`
    select call_id as "callId" from erased_texts where call_id = any(${[...given.keys()]}::text[])
    union select call_id from erased_calls join erased_persons using (hash)
      where call_id = any(${[...given.keys()]}::text[])`.execute(transaction);
  for (const call of calls) {
    if (erased.some(({ callId }) => callId === call.callId)) continue;
    const { rows: kept } = await sql`
      select 1 from calls where account_id = ${call.accountId} and id = ${call.callId}
        and not deleted and not personal_data_removed and coalesce(audio not like 'removed/%', true) for update`.execute(
      transaction,
    );
    const turns = given.get(call.callId) ?? [];
    if (kept.length === 0 || isSame(turns, await readTurnsOf(transaction, call, source))) continue;
    const { accountId, callId } = call;
    const version = (await bumpAccountVersions(transaction, [accountId])).get(accountId) ?? '0';
    await removeTranscripts(transaction, { accountId, ids: [callId] }, source);
    await sql`
      insert into transcript_turns (account_id, id, call_id, source, turn, speaker, from_ms, to_ms, text, version)
      select ${accountId}, ${`${callId}:`} || turn, ${callId}, ${source}, turn, speaker, from_ms, to_ms, text, ${version}::bigint
      from jsonb_to_recordset(${JSON.stringify(
        turns.map(({ speakerName, from, to, text }, index) => ({
          turn: index + 1,
          speaker: speakerName,
          from_ms: from,
          to_ms: to,
          text,
        })),
      )}::jsonb) as said (turn integer, speaker text, from_ms integer, to_ms integer, text text)`.execute(
      transaction,
    );
  }
}

/** Of all sources, or of one. The caller holds the calls' locks. */
export async function removeTranscripts(
  transaction: Queryable,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
  source?: TranscriptSource,
): Promise<void> {
  await sql`
    delete from transcript_turns where account_id = ${accountId} and call_id = any(${[...ids]}::text[])
      and ${source === undefined ? sql`true` : sql`source = ${source}`}`.execute(transaction);
}
