/**
 * Text search. A query is a set of words, and a text matches when it contains all of them, in any order and case. Spaces
 * and punctuation separate words, with two exceptions: apostrophes, hyphens and periods inside a word are ignored
 * ("OBrien" finds O'Brien), and so are separators between digits ("5550101" finds (555) 010-1).
 */

/** The characters that are ignored between letters, for use in a regular expression class. */
export const ignoredBetweenLetters = String.raw`\u0027\u2018\u2019\u02BC\u002D\u2010\u2011.`;
/** The characters that are ignored next to a digit: also spaces, dashes and all ASCII punctuation. */
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

/** Converts each character to lower case separately, so that the result does not depend on its position in the word. */
const fold = (text: string): string => Array.from(text, (character) => character.toLowerCase()).join('');

/** Whether a character is an ASCII digit. */
export const isDigit = (character: string): boolean => digit.test(character);

/** The zero of national calls in an international number, as in +44 (0)20 7946 0958: callers' numbers do not have it. */
const bracketedZero = /(\+\d{1,3}[\s-]{0,3})\(0\)/g;

/** The words of a query. The parts of a number are joined into one word. */
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

/** A typed query as it is sent: its words separated by single spaces; '' when it has none. */
export function normalizedQuery(typed: string): string {
  return wordsOf(typed).join(' ');
}

/**
 * The most words of a query that are searched for. PostgreSQL caches 32 compiled patterns. A statement with more of them
 * compiles each one again for every row, which takes ten times as long.
 */
export const maxSearchWords = 25;

/**
 * A number as it is searched for: without what is dialed before it, which stored ones may lack or have in another form. That is the country
 * code 1, the prefix of international calls (00 or 011), or the zero of national calls. Shorter numbers may be the last digits of one.
 */
const searchedNumber = (word: string): string =>
  word.replace(/^(?:011|0+)(?=[1-9]\d{5,}$)/, '').replace(/^1(?=[2-9]\d{9}$)/, '');

/**
 * The words that a query searches for, in lower case, longest first. Words that are part of another one are left out,
 * because a text with the longer word contains them too. Beyond {@link maxSearchWords} the shortest are left out.
 */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  const typed = wordsOf(fold(query)).map(searchedNumber);
  for (const word of typed.toSorted((one, other) => other.length - one.length)) {
    if (!words.some((longer) => longer.includes(word))) words.push(word);
  }
  return words.slice(0, maxSearchWords);
}

/** A text in a normal form, in which search words occur literally. */
export function searchableText(text: string): string {
  return fold(text.normalize('NFC')).replace(separatorsNextToDigits, '').replace(ignored, '');
}

/** Whether each word of a query occurs in one of the texts. A query without words matches everything. */
export function matchesSearch(texts: readonly (string | null)[], query: string): boolean {
  const searchable = texts.flatMap((text) => (text === null ? [] : [searchableText(text)]));
  return searchWords(query).every((word) => searchable.some((text) => text.includes(word)));
}

/**
 * A query for everything, normalized: words in lower case, and numbers without what is dialed before them. They stay
 * in the typed order: it is read as a query again, and numbers that come next to each other would become one. Null with less than two
 * letters or digits, which would find nearly everything.
 */
export function everythingQuery(typed: string): string | null {
  const query = wordsOf(fold(typed)).map(searchedNumber).join(' ');
  return Array.from(searchWords(query).join(' ')).length < 2 ? null : query;
}
