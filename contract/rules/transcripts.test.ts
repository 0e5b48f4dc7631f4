import { expect, test } from 'vitest';
import {
  foundPart,
  inOrder,
  maxTranscriptText,
  maxTurns,
  maxTurnText,
  speakerOf,
  storedTurns,
  timeOfCharacter,
  turnAt,
  turnsOfText,
} from './transcripts.ts';

test.each<[name: string | null, speaker: 'caller' | 'office' | null]>([
  ['caller', 'caller'],
  ['Customer', 'caller'],
  [' CLIENT ', 'caller'],
  ['Patient', 'caller'],
  ['agent', 'office'],
  ['Agent 2', 'office'],
  ['Receptionist', 'office'],
  // systems differ in who is on the first channel
  ['Channel 1', null],
  ['Speaker 2', null],
  ['Dana', null],
  ['', null],
  [null, null],
])('the speaker %j is %j', (name, speaker) => {
  expect(speakerOf(name)).toBe(speaker);
});

const said = (text: string, from: number | null = null, to: number | null = null) => ({
  speakerName: null,
  from,
  to,
  text,
});
const stored = (...turns: ReturnType<typeof said>[]) =>
  storedTurns(turns).map(({ from, to, text }) => [text, from, to]);

test('keeps turns in the order of their times, and overlapping ones', () => {
  expect(stored(said('two', 5000, 9000), said('one', 1000, 6000), said('same', 5000))).toEqual([
    ['one', 1000, 6000],
    ['two', 5000, 9000],
    ['same', 5000, null],
  ]);
});

test('keeps the order of the source if a turn has no time', () => {
  expect(inOrder([said('two', 5000), said('one'), said('three', 1)]).map(({ text }) => text)).toEqual([
    'two',
    'one',
    'three',
  ]);
});

test.each<[name: string, turn: ReturnType<typeof said>, expected: unknown[]]>([
  ['an empty text', said(' \n '), []],
  ['NUL and lone surrogates', said('a\0b \uD83D c'), [['ab \uFFFD c', null, null]]],
  ['emojis and right-to-left text', said('😀 שלום', 0), [['😀 שלום', 0, null]]],
  ['a negative time', said('a', -1, 5), [['a', null, null]]],
  ['a time that is no number', said('a', Number.NaN, 5), [['a', null, null]]],
  ['an end before the start', said('a', 10, 5), [['a', 10, null]]],
  ['fractions of milliseconds', said('a', 10.4, 20.6), [['a', 10, 21]]],
  ['a time after a day', said('a', 86_400_001), [['a', null, null]]],
])('stores %s', (_, turn, expected) => {
  expect(stored(turn)).toEqual(expected);
});

test('divides a long turn between words, and never within a character', () => {
  const words = 'word '.repeat(5_000).trim();
  const pieces = storedTurns([said(words, 1000)]);
  expect(pieces.map(({ text }) => text).join(' ')).toBe(words);
  expect(pieces.every(({ text, from }) => text.length <= maxTurnText && from === 1000)).toBe(true);
  const emojis = storedTurns([said(`a${'😀'.repeat(maxTurnText)}`)]);
  expect(emojis.every(({ text }) => text.isWellFormed() && text.length <= maxTurnText)).toBe(true);
  expect(emojis.map(({ text }) => text).join('')).toBe(`a${'😀'.repeat(maxTurnText)}`);
});

test('stores at most half a million characters of ten megabytes, and 5,000 turns', () => {
  const turns = storedTurns([said('word '.repeat(2_000_000))]);
  const length = turns.reduce((sum, { text }) => sum + text.length, 0);
  expect(length).toBeLessThanOrEqual(maxTranscriptText);
  expect(length).toBeGreaterThan(maxTranscriptText * 0.97);
  expect(storedTurns(Array.from({ length: maxTurns + 1 }, () => said('yes')))).toHaveLength(maxTurns);
});

test('stores a call of three hours whole', () => {
  const turns = Array.from({ length: 2_700 }, (_, index) => said('word '.repeat(12).trim(), index * 4_000));
  expect(storedTurns(turns)).toHaveLength(2_700);
});

test.each<[text: string, turns: [speaker: string | null, text: string][]]>([
  ['One paragraph.', [[null, 'One paragraph.']]],
  [
    'Agent: Hello.\r\n\r\nCustomer: Hi: how much?\nAnd when?',
    [
      ['office', 'Hello.'],
      ['caller', 'Hi: how much?'],
      [null, 'And when?'],
    ],
  ],
  ['Note: call back', [[null, 'Note: call back']]],
  ['Speaker 1: Hello.', [[null, 'Hello.']]],
  ['', []],
])('reads the plain text %j', (text, turns) => {
  expect(turnsOfText(text).map((turn) => [turn.speaker, turn.text])).toEqual(turns);
});

const turns = [
  { from: 1_000, to: 3_000, text: '0123456789' },
  { from: 5_000, to: null, text: '01234' },
  { from: 6_000, to: null, text: 'last' },
];

test.each<[at: number, index: number | null]>([
  [0, null],
  [1_000, 0],
  [4_000, 0],
  [5_500, 1],
  [99_000, 2],
])('at %i ms the turn %j is heard', (at, index) => {
  expect(turnAt(turns, at)).toBe(index);
});

test('no turn without times is heard', () => {
  expect(turnAt([{ from: null }], 5)).toBeNull();
});

test.each<[index: number, offset: number, time: number | null]>([
  [0, 0, 1_000],
  [0, 5, 2_000],
  [0, 10, 3_000],
  // until the next turn, and until the end
  [1, 2, 5_400],
  [2, 2, 8_000],
  [3, 0, null],
])('the character %i:%i is heard at %j ms', (index, offset, time) => {
  expect(timeOfCharacter(turns, index, offset, 10_000)).toBe(time);
});

test('a character of a turn without times is heard at no time', () => {
  expect(timeOfCharacter([{ from: null, to: null, text: 'word' }], 0, 2, 10_000)).toBeNull();
});

const long = `${'before '.repeat(40)}price ${'after '.repeat(40)}`.trim();
test.each<[text: string, query: string, part: string]>([
  ['Hello. How much is a cleaning? Thank you.', 'cleaning', 'How much is a cleaning?'],
  ['How much?', 'How', 'How much?'],
  ['One. Two. Three.', 'none', 'One.'],
])('of %j the search for %j shows %j', (text, query, part) => {
  expect(foundPart(text, query)).toBe(part);
});

test('cuts a long sentence around the word', () => {
  const part = foundPart(long, 'price');
  expect(part).toMatch(/^….*price.*…$/);
  expect(part.length).toBeLessThan(170);
});
