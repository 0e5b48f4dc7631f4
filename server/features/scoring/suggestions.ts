import { outcomesOf, type Suggestion } from '@mailcall/contract/rules/suggestions.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { WaitingCall } from './waiting-calls.ts';

export async function readSuggestions(
  database: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<Suggestion[]> {
  const { rows } = await sql<{ suggestions: Suggestion[] }>`
    select suggestions from score_suggestions
    where account_id = ${accountId} and call_id = ${callId} and state = 'answered'`.execute(database);
  return rows[0]?.suggestions ?? [];
}

export async function noteSuggestionsShown(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  now: Date,
): Promise<void> {
  await sql`
    update score_suggestions set shown_at = ${now}
    where account_id = ${accountId} and call_id = ${callId} and shown_at is null`.execute(database);
}

/** Of suggestions that someone saw. */
export async function noteSuggestionOutcomes(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  saved: Parameters<typeof outcomesOf>[1] & { now: Date },
): Promise<void> {
  const { rows } = await sql<{ suggestions: Suggestion[] }>`
    select suggestions from score_suggestions
    where account_id = ${accountId} and call_id = ${callId} and state = 'answered' and shown_at is not null
    for update`.execute(transaction);
  const [row] = rows;
  if (!row) return;
  await sql`
    update score_suggestions set scored_at = ${saved.now}, outcomes = ${JSON.stringify(outcomesOf(row.suggestions, saved))}::jsonb
    where account_id = ${accountId} and call_id = ${callId}`.execute(transaction);
}

/** After the score was undone. */
export async function forgetSuggestionOutcomes(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<void> {
  await sql`
    update score_suggestions set scored_at = null, outcomes = null
    where account_id = ${accountId} and call_id = ${callId}`.execute(transaction);
}
