import { expect, test } from 'vitest';
import { lineStatusText, lineTypeText } from './tracking-line.ts';

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
