import { expect, test } from 'vitest';
import { type CampaignGroup, groupOfType, mapCampaignType } from './campaign-groups.ts';

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

test.each([
  ['New Mover Mail', 'New Mover'],
  ['New Mover Mail (Print Only)', 'New Mover'],
  ['New Mover', 'New Mover'],
  ['New Movers Club', 'New Movers Club'],
  ['MVP Mail', 'MVP Mail'],
  [null, null],
])('the campaign type %s is %s on the map', (type, onMap) => {
  expect(mapCampaignType(type)).toBe(onMap);
});
