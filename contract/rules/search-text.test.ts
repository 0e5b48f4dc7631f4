import { expect, test } from 'vitest';
import {
  everythingQuery,
  matchesSearch,
  maxSearchWords,
  normalizedQuery,
  searchableText,
  searchWords,
} from './search-text.ts';

test.each([
  ['(555) 123-4567', '5551234567'],
  ['+1 555.123.4567', '15551234567'],
  ['Maria  López', 'Maria López'],
  ["O'Brien", 'OBrien'],
  ['  smith ', 'smith'],
  ['50% off', '50 off'],
  ['Dec 14, 9:30', 'Dec 14930'],
  ['%_*', ''],
  ['- -', ''],
  ['', ''],
])('%j is sent as %j', (typed, sent) => {
  expect(normalizedQuery(typed)).toBe(sent);
  expect(searchWords(sent)).toEqual(searchWords(typed));
});

test.each<[query: string, words: string[]]>([
  ['Chambers Alma', ['chambers', 'alma']],
  ["O'Brien, J.R.", ['obrien', 'jr']],
  ['a ann annie', ['annie']],
  ['Ann ANN', ['ann']],
  ['Smith-Jones', ['smithjones']],
  ['(303) 555-0101 Ann', ['3035550101', 'ann']],
  ['Lo\u0301pez', ['lópez']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['.*', []],
])('%j searches for %j', (query, words) => {
  expect(searchWords(query)).toEqual(words);
});

test('searches for the longest words of a long text', () => {
  const pairs = Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(97 + index)}q`);
  const query = [...pairs, 'longest'].join(' ');
  const words = searchWords(query);
  expect(words).toEqual(['longest', ...pairs.slice(0, maxSearchWords - 1)]);
  expect(matchesSearch([words.join(' ')], query)).toBe(true);
  expect(matchesSearch([words.slice(1).join(' ')], query)).toBe(false);
});

test.each([
  ["O'Brien-Smith, J.R.", 'obriensmith, jr'],
  ['Came on Mon, Dec 14 at 9:30 (am)', 'came on mon, dec14at930am)'],
  ['+1 (303) 555-0101', '13035550101'],
])('%j is searched as %j', (text, searchable) => {
  expect(searchableText(text)).toBe(searchable);
});

const tom = 'The caller moved it to Mon.';
test.each<[text: string, query: string, matches: boolean]>([
  // letters within one word, not across blanks
  [tom, 'Tom', false],
  [tom, 'mon', true],
  [tom, 'moved Mon', true],
  [tom, 'itto', false],
  ['came in—Tom answered', 'into', false],
  ['came in/Tom answered', 'into', false],
  ['Alma Chambers', 'Chambers Alma', true],
  ['Alma Chambers', 'cham alm', true],
  ['Alma Chambers', 'Alma Smith', false],
  ['Alma Chambers', '  ', true],
  ["Ann O'Brien", 'obrien', true],
  ['Ann O’Brien', "o'brien", true],
  ['Ann OBrien', "O'BRIEN", true],
  ['Ann O Brien', "o'brien", false],
  ['Smith-Jones', 'Smith Jones', true],
  ['Smith‑Jones', 'SmithJones', true],
  ['Smith Jones', 'SmithJones', false],
  ['J.R. Smith', 'JR', true],
  ['St. Mary', 'St.Mary', false],
  ['St.Mary', 'St. Mary', true],
  ['+13035550101', '(303) 555-0101', true],
  ['+13035550101', '303 555', true],
  ['+13035550101', '+1 303.555.0101', true],
  ['(415) 555-0103', '4155550103', true],
  ['Call back at 303 555 0101', '303-555-0101', true],
  ['Call 303–555–0101', '3035550101', true],
  ['+13035550101', '5550303', false],
  ['+4930123456', '+49 30 123456', true],
  ['+4930123456', '+4930123456', true],
  ['+4930123456', '0049 30 123456', true],
  ['+4930123456', '011 49 30 123456', true],
  ['+4930123456', '030/123456', true],
  ['+4930123456', '+49 (0)30 123456', true],
  ['+4930123456', '+49 (0) 30 - 123456', true],
  ['+4930123456', '030 123457', false],
  ['+442079460958', '020 7946 0958', true],
  ['+441144960000', '0114 496 0000', true],
  ['+390612345678', '06 1234 5678', true],
  ['+525512345678', '55 1234 5678', true],
  ['+61291234567', '(02) 9123 4567', true],
  ['+541141234567', '011 4123 4567', true],
  ['+33612345678', '06 12 34 56 78', true],
  ['(415) 555-0103', '+1 415 555 0103', true],
  ['(415) 555-0103', '011 1 415 555 0103', true],
  // last digits, which may begin with zero
  ['+13035550188', '0188', true],
  ['+13035551188', '0188', false],
  ['Moved to Dec 14', 'Dec14', true],
  ['Moved to Dec 14', '14 dec', true],
  ['Moved to Dec 14', 'Dec 15', false],
  // accents are separate characters
  ['E\u0301mile', 'émile', true],
  ['Émile', 'emile', false],
])('%j is found by %j: %s', (text, query, matches) => {
  expect(matchesSearch([text], query)).toBe(matches);
});

test('finds words in different texts, but each word in a single one', () => {
  const texts = ['Alma Chambers', null, '+13035550101', 'Spring Postcard'];
  expect(matchesSearch(texts, 'spring alma 0101')).toBe(true);
  expect(matchesSearch(texts, 'ChambersSpring')).toBe(false);
  expect(matchesSearch(['12', '34'], '1234')).toBe(false);
});

test.each([
  ['', null],
  [' . ', null],
  ['m', null],
  ['7', null],
  ['mo', 'mo'],
  ['García  MARIA', 'garcía maria'],
  ['+1 (303) 555-0188', '3035550188'],
  ['1-303-555-0188 maria', '3035550188 maria'],
  // the country code has another number of digits
  ['1303555018', '1303555018'],
  ['+49 30 901820', '4930901820'],
  ['0049 (30) 901820', '4930901820'],
  ['011 49 30 901820', '4930901820'],
  ['+49 (0)30 901820', '4930901820'],
  ['030 901820', '30901820'],
  ['001 303 555 0188', '3035550188'],
  ['011-1-303-555-0188', '3035550188'],
  ['010-188', '010188'],
  ['m m', null],
  ['303 garcia 0188', '303 garcia 0188'],
  ['garcia 0188 maria 303', 'garcia 0188 maria 303'],
  ['5 ann 0188 annie', '5 ann 0188 annie'],
  ['1 303 555 0188 maria 12', '3035550188 maria 12'],
])('%j is searched for everywhere as %j', (typed, query) => {
  expect(everythingQuery(typed)).toBe(query);
  if (query === null) return;
  // the server reads the sent text as a query and finds the same words
  expect(everythingQuery(query)).toBe(query);
  expect(new Set(searchWords(query))).toEqual(new Set(searchWords(typed)));
});
