import { foundPart } from '@mailcall/contract/rules/transcripts.ts';
import { searchWords } from '@mailcall/contract/rules/search-text.ts';
import { type FoundSentence, maxFound } from '@mailcall/contract/search.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { SearchedText } from '../../platform/text-search.ts';
import { isShownTurn } from './transcripts.ts';

/** Words have only letters, marks and digits. Short ones must be whole: their beginnings are in every sentence. */
const termOf = (word: string): string => (Array.from(word).length < 3 ? `'${word}'` : `'${word}':*`);

const saidInTurn = (terms: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`spoken_words(turns.text) @@ to_tsquery('simple', ${terms.join(' & ')}) and ${isShownTurn}`;

/** Calls in whose transcript the word is. Only PostgreSQL supports this condition. */
export const inTranscript =
  (accountIds: readonly string[]): SearchedText =>
  (word) =>
    sql<SqlBool>`(calls.account_id, calls.id) in (
      select turns.account_id, turns.call_id from transcript_turns turns
      where turns.account_id = any(${[...accountIds]}) and ${saidInTurn([termOf(word)])})`;

/** More calls with a word are found faster by reading all of them. */
const maxCallsOfWord = 2_000;

/** The same condition for the copy, which has no transcripts: with the ids of the calls. Null if a word is in too many of them. */
export async function inFoundTranscripts(
  database: Queryable,
  accountIds: readonly string[],
  query: string,
): Promise<SearchedText | null> {
  const idsOfWords = new Map<string, string[]>();
  for (const word of searchWords(query)) {
    const { rows } = await sql<{ id: string }>`
      select distinct turns.call_id as id from transcript_turns turns
      where turns.account_id = any(${[...accountIds]}) and ${saidInTurn([termOf(word)])}
      limit ${maxCallsOfWord + 1}`.execute(database);
    if (rows.length > maxCallsOfWord) return null;
    idsOfWords.set(
      word,
      rows.map(({ id }) => id),
    );
  }
  return (word) => {
    const ids = idsOfWords.get(word) ?? [];
    return ids.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`calls.id = any(${ids})`;
  };
}

interface SentenceRecord extends Omit<FoundSentence, 'dateTime' | 'text'> {
  dateTime: Date;
  text: string;
  /** Turns with the words, at most one more than are compared. */
  compared?: number;
}

/** Turns that are compared before the newest calls are read one by one: a usual word is soon in one of them. */
const maxCompared = 2_000;
const maxRead = 2_000;

/** Newest calls in which all words are in one turn. */
export async function findSentences(
  database: Queryable,
  accountIds: readonly string[],
  query: string,
): Promise<FoundSentence[]> {
  const words = searchWords(query);
  if (accountIds.length === 0 || words.length === 0) return [];
  const accounts = sql`any(${[...accountIds]})`;
  const said = saidInTurn(words.map(termOf));
  const columns = sql`calls.id as "callId", calls.account_id as "accountId", accounts.name as "accountName",
    calls.caller_name as "callerName", calls.caller_id_name as "callerIdName", calls.caller_phone_number as "callerPhoneNumber",
    calls.call_date_time as "dateTime", accounts.time_zone as "timeZone", turns.text, turns.from_ms as "from"`;
  const newestFirst = sql`order by calls.call_date_time desc, calls.id, turns.turn limit ${10 * maxFound}`;
  const { rows: compared } = await sql<SentenceRecord>`
    with turns as materialized (
      select turns.account_id, turns.call_id, turns.turn, turns.text, turns.from_ms from transcript_turns turns
      where turns.account_id = ${accounts} and ${said} limit ${maxCompared + 1})
    select ${columns}, (select cast(count(*) as integer) from turns) as compared from turns
    join calls on calls.account_id = turns.account_id and calls.id = turns.call_id and not calls.deleted
    join accounts on accounts.id = calls.account_id ${newestFirst}`.execute(database);
  const isUsual = (compared[0]?.compared ?? 0) > maxCompared;
  const rows = isUsual
    ? (
        await sql<SentenceRecord>`
          select ${columns} from (
            select * from calls where account_id = ${accounts} and not deleted
            order by call_date_time desc limit ${maxRead}) calls
          join accounts on accounts.id = calls.account_id
          join transcript_turns turns on turns.account_id = calls.account_id and turns.call_id = calls.id
          where ${said} ${newestFirst}`.execute(database)
      ).rows
    : compared;
  const firstOfCalls = new Map(rows.toReversed().map((row) => [row.callId, row]));
  const calls = [...new Set(rows.map(({ callId }) => callId))].slice(0, maxFound);
  return calls.flatMap((callId) => {
    const row = firstOfCalls.get(callId);
    if (!row) return [];
    const { compared: _, ...shown } = row;
    return { ...shown, dateTime: row.dateTime.toISOString(), text: foundPart(row.text, query) };
  });
}
