import { expect, test } from 'vitest';
import { type CampaignGroup, groupOfType } from './campaign-groups.ts';

const fromFeed = new Map<string, CampaignGroup>([
  ['direct mail', 'mvp-mail'],
  ['custom', 'non-mailing'],
]);

test.each<[type: string, group: CampaignGroup | null]>([
  ['MVP Mail', 'mvp-mail'],
  ['mvp mail', 'mvp-mail'],
  ['GOOGLE ADS', 'non-mailing'],
  ['Direct Mail', 'mvp-mail'],
  ['direct mail', 'mvp-mail'],
  ['Custom', 'non-mailing'],
  ['Flyers', null],
  ['constructor', null],
  ['New Mover Mail (Print Only)', null],
])('the group of %s is %s', (type, group) => {
  expect(groupOfType(type, fromFeed)).toBe(group);
});
