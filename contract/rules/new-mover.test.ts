import { expect, test } from 'vitest';
import { mapCampaignType } from './new-mover.ts';

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
