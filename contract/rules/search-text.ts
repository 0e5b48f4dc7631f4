/** Matches all words in any order and case, ignoring punctuation inside words (OBrien, O'Brien) and between digits (5550101, 555-0101). */

export const ignoredBetweenLetters = String.raw`\u0027\u2018\u2019\u02BC\u002D\u2010\u2011.`;
/** Adds spaces, dashes and ASCII punctuation. */
export const ignoredNextToDigits = String.raw`${ignoredBetweenLetters}\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u2013\u2014`;

// safe pattern: one class
const ignored = new RegExp(`[${ignoredBetweenLetters}]`, 'g');
const separators = /[^\p{L}\p{M}\p{N}]+/u;
const digit = /[0-9]/;
// safe pattern: a match begins where a run of the class begins, so that a run without a digit is read once and not from each of its places
const separatorsNextToDigits = new RegExp(
  `(?<![${ignoredNextToDigits}])[${ignoredNextToDigits}]+(?=[0-9])|(?<=[0-9])[${ignoredNextToDigits}]+`,
  'g',
);

const fold = (text: string): string => Array.from(text, (character) => character.toLowerCase()).join('');

export const isDigit = (character: string): boolean => digit.test(character);

/** Zero of national calls, as in +44 (0)20 7946 0958; callers' numbers lack it. */
const bracketedZero = /(\+\d{1,3}[\s-]{0,3})\(0\)/g;

/** Parts of a number become one word. */
function wordsOf(query: string): string[] {
  const words: string[] = [];
  const text = query.normalize('NFC').replace(bracketedZero, '$1').replace(ignored, '');
  for (const word of text.split(separators)) {
    const last = words.at(-1);
    if (word === '') continue;
    if (last !== undefined && /^[0-9]+$/.test(last) && /^[0-9]+$/.test(word))
      words.splice(-1, 1, last + word);
    else words.push(word);
  }
  return words;
}

export function normalizedQuery(typed: string): string {
  return wordsOf(typed).join(' ');
}

/** PostgreSQL caches 32 compiled patterns; with more it compiles all of them for every row. */
export const maxSearchWords = 25;

/** Without a dialing prefix, because stored numbers may lack it. Shorter numbers may be last digits and stay. */
const searchedNumber = (word: string): string =>
  word.replace(/^(?:011|0+)(?=[1-9]\d{5,}$)/, '').replace(/^1(?=[2-9]\d{9}$)/, '');

/** Lower case, longest first, without words contained in others, at most {@link maxSearchWords}. */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  const typed = wordsOf(fold(query)).map(searchedNumber);
  for (const word of typed.toSorted((one, other) => other.length - one.length)) {
    if (!words.some((longer) => longer.includes(word))) words.push(word);
  }
  return words.slice(0, maxSearchWords);
}

export function searchableText(text: string): string {
  return fold(text.normalize('NFC')).replace(separatorsNextToDigits, '').replace(ignored, '');
}

/** Each word must occur in one of the texts; true without words. */
export function matchesSearch(texts: readonly (string | null)[], query: string): boolean {
  const searchable = texts.flatMap((text) => (text === null ? [] : [searchableText(text)]));
  return searchWords(query).every((word) => searchable.some((text) => text.includes(word)));
}

/** Null for less than two letters or digits, which match nearly everything. Keeps the order: adjacent numbers would become one. */
export function everythingQuery(typed: string): string | null {
  const query = wordsOf(fold(typed)).map(searchedNumber).join(' ');
  return Array.from(searchWords(query).join(' ')).length < 2 ? null : query;
}
