/**
 * How texts are searched: a query is a set of words, and a text matches when it contains every one of them, in any
 * order and whatever their case. Blanks and punctuation separate words, with two exceptions: apostrophes, hyphens and
 * full stops within a word are ignored ("OBrien" finds O'Brien), and so is whatever separates digits ("5550101" finds
 * (555) 010-1).
 */

/** The inside of a regular expression class of the characters that are ignored between letters. */
export const ignoredBetweenLetters = String.raw`\u0027\u2018\u2019\u02BC\u002D\u2010\u2011.`;
/** The same for the characters that are ignored next to a digit: blanks, dashes and the punctuation of ASCII too. */
export const ignoredNextToDigits = String.raw`${ignoredBetweenLetters}\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u2013\u2014`;

const ignored = new RegExp(`[${ignoredBetweenLetters}]`, 'g');
const separators = /[^\p{L}\p{M}\p{N}]+/u;
const digit = /[0-9]/;
const separatorsNextToDigits = new RegExp(
  `(?<=[0-9])[${ignoredNextToDigits}]+|[${ignoredNextToDigits}]+(?=[0-9])`,
  'g',
);

/** Lower case letter by letter, so that a letter's lower case does not depend on its place in the word. */
const fold = (text: string): string => Array.from(text, (character) => character.toLowerCase()).join('');

/** Whether a character of a word is a digit. */
export const isDigit = (character: string): boolean => digit.test(character);

/** The words of a query as they were typed; the parts of a number are one word. */
function wordsOf(query: string): string[] {
  const words: string[] = [];
  for (const word of query.normalize('NFC').replace(ignored, '').split(separators)) {
    const last = words.at(-1);
    if (word === '') continue;
    if (last !== undefined && /^[0-9]+$/.test(last) && /^[0-9]+$/.test(word))
      words.splice(-1, 1, last + word);
    else words.push(word);
  }
  return words;
}

/** A typed query as it is sent: its words with a blank between; '' when there is nothing to search for. */
export function normalizedQuery(typed: string): string {
  return wordsOf(typed).join(' ');
}

/**
 * How many words of a query are searched for. PostgreSQL keeps 32 compiled patterns: a statement with more compiles each
 * of them again for every row, which takes ten times as long.
 */
export const maxSearchWords = 25;

/**
 * The words that a query searches for, in lower case and the longest first. Words that are part of another one are left
 * out: a text that contains the longer word contains them too. So are the shortest ones of a pasted text with more than
 * {@link maxSearchWords}.
 */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  for (const word of wordsOf(fold(query)).toSorted((one, other) => other.length - one.length)) {
    if (!words.some((longer) => longer.includes(word))) words.push(word);
  }
  return words.slice(0, maxSearchWords);
}

/** A text in the form in which words are looked for in it: what contains a word contains it as it stands. */
export function searchableText(text: string): string {
  return fold(text.normalize('NFC')).replace(separatorsNextToDigits, '').replace(ignored, '');
}

/** Whether each word of a query is in one of the texts. A query without words matches everything. */
export function matchesSearch(texts: readonly (string | null)[], query: string): boolean {
  const searchable = texts.flatMap((text) => (text === null ? [] : [searchableText(text)]));
  return searchWords(query).every((word) => searchable.some((text) => text.includes(word)));
}
