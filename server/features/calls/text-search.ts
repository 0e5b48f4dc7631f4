import { searchedCharacters } from '@mailcall/contract/rules/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What may stand between two letters or digits that are looked for. */
const between = '[^[:alnum:]]*';

/** The regular expression that finds letters and digits one after the other, whatever punctuation stands between. */
export const findingCharacters = (characters: readonly string[]): string => characters.join(between);

/**
 * The condition that one of the texts holds what is searched for, whatever its case and punctuation, or one of the
 * numbers holds its digits. Null when nothing is searched for.
 */
export function textMatches(
  query: string | undefined,
  where: { texts: readonly RawBuilder<unknown>[]; numbers: readonly RawBuilder<unknown>[] },
): RawBuilder<SqlBool> | null {
  const characters = searchedCharacters(query ?? '');
  if (characters.length === 0) return null;
  const expression = findingCharacters(characters);
  const columns = characters.every((character) => /[0-9]/.test(character))
    ? [...where.texts, ...where.numbers]
    : where.texts;
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${column} ~* ${expression}`),
    sql` or `,
  )})`;
}
