import {
  ignoredBetweenLetters,
  ignoredNextToDigits,
  isDigit,
  searchWords,
} from '@mailcall/contract/rules/search-text.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Allows separators between the word's letters and digits. */
export function patternOf(word: string): string {
  const characters = Array.from(word);
  return characters
    .map((character, at) => {
      const before = characters[at - 1];
      if (before === undefined) return character;
      const ignored = isDigit(before) || isDigit(character) ? ignoredNextToDigits : ignoredBetweenLetters;
      return `[${ignored}]*${character}`;
    })
    .join('');
}

export type SearchedText = (word: string) => RawBuilder<SqlBool>;

/** For texts without a stored normal form. Only PostgreSQL supports this condition. */
export const inText =
  (text: RawBuilder<unknown>): SearchedText =>
  (word) =>
    sql<SqlBool>`${text} ~* cast(${patternOf(word)} as text)`;

/** For a `search_text` column with normalized texts. */
export const inSearchText =
  (column: RawBuilder<unknown>): SearchedText =>
  (word) =>
    sql<SqlBool>`position(cast(${word} as text) in ${column}) > 0`;

/** Each word occurs in one of the texts; null without a query. */
export function textMatches(
  query: string | undefined,
  texts: readonly SearchedText[],
): RawBuilder<SqlBool> | null {
  const words = searchWords(query ?? '');
  if (words.length === 0) return null;
  const conditions = words.map(
    (word) =>
      sql`(${sql.join(
        texts.map((text) => text(word)),
        sql` or `,
      )})`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

export type SearchWanted = { query: string } | { ids: readonly string[] };
