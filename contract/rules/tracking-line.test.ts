import { expect, test } from 'vitest';
import { lineMatchesSearch, lineStatusText, lineTypeText } from './tracking-line.ts';

test.each([
  ['Active', 'Active - Receiving Calls'],
  ['New', 'Provisioned'],
  ['Released', 'Cancelled'],
  ['Suspended', 'Suspended'],
  ['toString', 'toString'],
])('the status %s is shown as %s', (status, shown) => {
  expect(lineStatusText(status)).toBe(shown);
});

test.each([
  ['MVP Mail', 'Postcard / Direct Mail'],
  ['New Mover Mail', 'Postcard / Direct Mail'],
  ['New Mover Mail (Print Only)', 'Postcard / Direct Mail'],
  ['Google Ads', '-'],
  ['CallPro', '-'],
  ['Something new', '-'],
  [null, '-'],
])('a line of the campaign type %s is shown as %s', (campaignType, shown) => {
  expect(lineTypeText(campaignType)).toBe(shown);
});

const line = { friendlyName: 'Sign at the door', campaignName: 'Spring C++ Müller', number: '+14155550123' };
test.each<[typed: string, found: boolean]>([
  ['', true],
  ['   ', true],
  ['+', true],
  ['sign AT', true],
  ['spring', true],
  ['spring c++ müller', true],
  ['MÜLLER', true],
  ['+1415', true],
  ['1415', true],
  ['14155550123', true],
  ['(415) 555-0123', true],
  ['+1 (415) 555-0123', true],
  ['555.0123', true],
  ['summer', false],
  ['5550124', false],
  // no words: nothing is searched for
  ['- -', true],
  // words in any order, each in one of the texts
  ['door 415', true],
  ['müller spring', true],
  ['door 416', false],
  // no word continues in the next one
  ['atthe', false],
  ["sign o'the", false],
])('“%s” finds the line: %s', (typed, found) => {
  expect(lineMatchesSearch(line, typed)).toBe(found);
});

test('a line without a campaign is found by its number alone', () => {
  expect(
    lineMatchesSearch({ friendlyName: '+14155550123', campaignName: null, number: '+14155550123' }, '415'),
  ).toBe(true);
});
