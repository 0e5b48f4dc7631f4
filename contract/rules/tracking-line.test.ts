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
  ['MVP Mail', 'mvp-mail', 'Postcard / Direct Mail'],
  ['Something new', 'mvp-mail', 'Postcard / Direct Mail'],
  ['New Mover Mail (Print Only)', null, 'Postcard / Direct Mail'],
  ['new mover mail (print only)', null, 'Postcard / Direct Mail'],
  ['New Mover Mail (Print Only)', 'non-mailing', '-'],
  ['MVP Mail', 'non-mailing', '-'],
  ['Something new', null, '-'],
  [null, null, '-'],
] as const)(
  'a line of the campaign type %s, group %s, is shown as %s',
  (campaignType, campaignGroup, shown) => {
    expect(lineTypeText({ campaignType, campaignGroup })).toBe(shown);
  },
);
