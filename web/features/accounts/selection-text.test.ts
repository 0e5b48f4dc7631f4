import { expect, test } from 'vitest';
import { account } from './account-for-tests.ts';
import { accountTree, withoutHidden } from './account-tree.ts';
import { accountsText, selectionSummary } from './selection-text.ts';

const group = accountTree([
  account('group', 'Lakeside Dental Group'),
  account('austin', 'Lakeside Austin', 'group'),
  account('denver', 'Lakeside Denver', 'group'),
  account('tampa', 'Bay Dental Tampa', 'group'),
  account('ortho', 'Summit Orthodontics'),
]);
const single = accountTree([account('ortho', 'Summit Orthodontics')]);
const many = accountTree(Array.from({ length: 12 }, (_, index) => account(`a${index}`, `Office ${index}`)));
const first = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

test.each([
  ['all', group, [], ['austin', 'denver', 'tampa', 'ortho'], 'All accounts', '4/4', 'All 4 accounts'],
  [
    'all except a hidden one',
    group,
    ['tampa'],
    ['austin', 'denver', 'ortho'],
    'All but 1 hidden',
    '3/4',
    'Lakeside Austin, Lakeside Denver, Summit Orthodontics (3 of 4 accounts)',
  ],
  [
    'the only one that is not hidden',
    group,
    ['austin', 'denver', 'tampa'],
    ['ortho'],
    'Summit Orthodontics',
    '1/4',
    'Summit Orthodontics (1 of 4 accounts)',
  ],
  [
    'a complete group',
    group,
    [],
    ['austin', 'denver', 'tampa'],
    'Lakeside Dental Group',
    '3/4',
    'Lakeside Austin, Lakeside Denver, Bay Dental Tampa (3 of 4 accounts)',
  ],
  [
    'a group without its hidden office',
    group,
    ['tampa'],
    ['austin', 'denver'],
    'Lakeside Dental Group',
    '2/4',
    'Lakeside Austin, Lakeside Denver (2 of 4 accounts)',
  ],
  [
    'one office of a group',
    group,
    [],
    ['denver'],
    'Lakeside Denver',
    '1/4',
    'Lakeside Denver (1 of 4 accounts)',
  ],
  [
    'offices of a group and another one',
    group,
    [],
    ['denver', 'ortho'],
    'Lakeside Denver',
    '2/4',
    'Lakeside Denver, Summit Orthodontics (2 of 4 accounts)',
  ],
  ['none', group, ['tampa'], [], 'No accounts selected', '0/4', 'No accounts selected'],
  ['the only one', single, [], ['ortho'], 'Summit Orthodontics', '1/1', 'Summit Orthodontics'],
  [
    'more than fit on paper',
    many,
    [],
    first(10),
    'Office 0',
    '10/12',
    'Office 0, Office 1, Office 2, Office 3, Office 4, Office 5, Office 6, Office 7 and 2 more (10 of 12 accounts)',
  ],
] as const)('%s', (_, tree, hidden, offices, name, count, printed) => {
  const visible = withoutHidden(tree, new Set<string>(hidden));
  const summary = selectionSummary(tree, visible, new Set<string>(offices));
  expect([summary.name, `${summary.selected}/${summary.total}`]).toEqual([name, count]);
  expect(summary.hidden).toBe(hidden.length);
  expect(accountsText(summary)).toBe(printed);
});
