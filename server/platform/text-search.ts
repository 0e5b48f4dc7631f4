import {
  ignoredBetweenLetters,
  ignoredNextToDigits,
  isDigit,
  searchWords,
} from '@mailcall/contract/rules/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The regular expression that finds a word in a text, with what may lie between its letters and digits. */
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

/** A text that is searched: whether a word of a query is found in it, as a condition. */
export type SearchedText = (word: string) => RawBuilder<SqlBool>;

/** Any text, whose normal form is not stored. Only PostgreSQL understands the condition. */
export const inText =
  (text: RawBuilder<unknown>): SearchedText =>
  (word) =>
    sql<SqlBool>`${text} ~* cast(${patternOf(word)} as text)`;

/** A column `search_text`: texts in the form in which words occur literally. */
export const inSearchText =
  (column: RawBuilder<unknown>): SearchedText =>
  (word) =>
    sql<SqlBool>`position(cast(${word} as text) in ${column}) > 0`;

/** The condition that each word of a query is in one of the texts. Null when nothing is searched for. */
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
