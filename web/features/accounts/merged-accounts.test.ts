import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { currentSelection } from './merged-accounts.ts';

const accounts = [
  { id: 'a', mergedIds: ['old', 'older'] },
  { id: 'b', mergedIds: [] },
];

test.each<[selection: AccountSelection, current: AccountSelection]>([
  ['*', '*'],
  [['b'], ['b']],
  [['old'], ['a']],
  [
    ['older', 'b', 'a'],
    ['a', 'b'],
  ],
  [['foreign'], ['foreign']],
  [{ allExcept: ['old'] }, { allExcept: ['a'] }],
])('the selection %j of a link is %j now', (selection, current) => {
  expect(currentSelection(accounts, selection)).toEqual(current);
});
