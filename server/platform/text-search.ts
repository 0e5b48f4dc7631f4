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

/** A text that is searched: whether a pattern is found in it, as a condition. */
export type SearchedText = (pattern: RawBuilder<string>) => RawBuilder<SqlBool>;

/** The text of a column. */
export const inText =
  (text: RawBuilder<unknown>): SearchedText =>
  (pattern) =>
    sql<SqlBool>`${text} ~* ${pattern}`;

/** The condition that each word of a query is in one of the texts. Null when nothing is searched for. */
export function textMatches(
  query: string | undefined,
  texts: readonly SearchedText[],
): RawBuilder<SqlBool> | null {
  const words = searchWords(query ?? '');
  if (words.length === 0) return null;
  const conditions = words.map((word) => {
    const pattern = sql<string>`cast(${patternOf(word)} as text)`;
    return sql`(${sql.join(
      texts.map((text) => text(pattern)),
      sql` or `,
    )})`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
