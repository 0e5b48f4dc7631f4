import { expect, test } from 'vitest';
import { lineMatches, lineStatusText, lineTypeText } from './tracking-line.ts';

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
  ['- -', false],
  ['door 415', false],
])('“%s” finds the line: %s', (typed, found) => {
  expect(lineMatches(line, typed)).toBe(found);
});

test('a line without a campaign is found by its number alone', () => {
  expect(
    lineMatches({ friendlyName: '+14155550123', campaignName: null, number: '+14155550123' }, '415'),
  ).toBe(true);
});
