import { matchesSearch } from '@mailcall/contract/rules/search-text.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/test-database.ts';
import { inSearchText, inText, textMatches } from './text-search.ts';

const db = testDatabase();

interface Row {
  name: string | null;
  summary: string | null;
}

/** Both PostgreSQL conditions must find them: for any text and for normal forms. */
async function foundInSql(
  rows: readonly Row[],
  query: string,
): Promise<[inTexts: boolean[], inNormalForms: boolean[]]> {
  const inTexts = textMatches(query, [inText(sql`texts.name`), inText(sql`texts.summary`)]);
  const normalForms = sql`searchable_text(coalesce(texts.name, '') || '¦' || coalesce(texts.summary, ''))`;
  const inNormalForms = textMatches(query, [inSearchText(normalForms)]);
  const answer = await sql<{ in_texts: boolean; in_normal_forms: boolean }>`
    select coalesce(${inTexts ?? sql`true`}, false) as in_texts, ${inNormalForms ?? sql`true`} as in_normal_forms
    from unnest(cast(${rows.map(({ name }) => name)} as text[]), cast(${rows.map(({ summary }) => summary)} as text[]))
      with ordinality as texts (name, summary, place)
    order by place`.execute(db.database.kysely);
  return [answer.rows.map((row) => row.in_texts), answer.rows.map((row) => row.in_normal_forms)];
}

test.each([undefined, '', '  ', '%', "'", '-()', '.*'])('%j looks for nothing', (query) => {
  expect(textMatches(query, [])).toBeNull();
});

/** The rule character by character without regular expressions, to compare both with. */
const plainRule = {
  letters: 'abmotéüÉßя',
  digits: '0159',
  joining: "'’-.",
  separating: ' ,()/%_*\\[]^$+—\n',
  /** Separate words even next to digits. */
  always: '¦·',

  isLetter: (character: string) => plainRule.letters.includes(character.toLowerCase()),
  isDigit: (character: string) => plainRule.digits.includes(character),

  words(query: string): string[] {
    const parts: string[] = [''];
    for (const character of query) {
      if (plainRule.isLetter(character) || plainRule.isDigit(character))
        parts.push(`${parts.pop()}${character}`);
      else if (!plainRule.joining.includes(character)) parts.push('');
    }
    const words: string[] = [];
    let afterNumber = false;
    for (const part of parts.filter((one) => one !== '')) {
      const isNumber = Array.from(part).every(plainRule.isDigit);
      if (isNumber && afterNumber) words.push(`${words.pop()}${part}`);
      else words.push(part);
      afterNumber = isNumber;
    }
    return words;
  },

  /** Whether the rest of a word continues in a text after `previous`. */
  goesOn(text: readonly string[], word: readonly string[], previous: string): boolean {
    const [next, ...rest] = word;
    if (next === undefined) return true;
    const [character, ...others] = text;
    if (character === undefined) return false;
    if (character.toLowerCase() === next.toLowerCase()) return plainRule.goesOn(others, rest, character);
    const nextToDigit = plainRule.isDigit(previous) || plainRule.isDigit(next);
    const ignored = nextToDigit ? plainRule.joining + plainRule.separating : plainRule.joining;
    return ignored.includes(character) && plainRule.goesOn(others, word, previous);
  },

  matches: (texts: readonly (string | null)[], query: string): boolean =>
    plainRule.words(query).every(([first = '', ...rest]) =>
      texts.some((text) => {
        const characters = Array.from(text ?? '');
        return characters.some(
          (character, at) =>
            character.toLowerCase() === first.toLowerCase() &&
            plainRule.goesOn(characters.slice(at + 1), rest, character),
        );
      }),
    ),
};

const character = (alphabet: string) => fc.constantFrom(...Array.from(alphabet + alphabet.toUpperCase()));
const textOf = (longest: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: character(plainRule.letters.replace('ß', '')) },
        { weight: 1, arbitrary: fc.constant('ß') },
        { weight: 3, arbitrary: character(plainRule.digits) },
        { weight: 3, arbitrary: character(plainRule.joining) },
        { weight: 3, arbitrary: character(plainRule.separating) },
        { weight: 1, arbitrary: character(plainRule.always) },
      ),
      { maxLength: longest },
    )
    .map((characters) => characters.join(''));
const rowOf = fc.record({ name: fc.option(textOf(12)), summary: fc.option(textOf(12)) });

describe('SQL, the rule and a plain comparison agree', () => {
  test('find the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 40 }), textOf(6), async (rows, query) => {
        const expected = rows.map(({ name, summary }) => plainRule.matches([name, summary], query));
        expect(rows.map(({ name, summary }) => matchesSearch([name, summary], query))).toEqual(expected);
        expect(await foundInSql(rows, query)).toEqual([expected, expected]);
      }),
      { numRuns: 500 },
    );
  });

  test('find a text by its words in any order', async () => {
    const words = fc.array(fc.constantFrom('Alma', "O'Brien", 'Émile', '14', '+1 (303) 555-0101', 'B2B'), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(words, async (given) => {
        const row = { name: given.join(' / '), summary: null };
        // adjacent numbers read as one, so their order matters
        const turned = given.some((word) => /^\W*\d/.test(word)) ? given : given.toReversed();
        expect(await foundInSql([row], turned.join(' '))).toEqual([[true], [true]]);
      }),
      { numRuns: 100 },
    );
  });
});
