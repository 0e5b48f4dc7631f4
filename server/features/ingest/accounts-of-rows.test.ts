import { expect, test } from 'vitest';
import { AccountsOfRows, BatchCuts } from './accounts-of-rows.ts';

const of = (...cells: (string | undefined)[]) => {
  const accounts = new AccountsOfRows();
  for (const cell of cells) accounts.add(cell);
  return accounts;
};

test.each<[one: (string | undefined)[], other: (string | undefined)[], meets: boolean]>([
  [['A1', 'A1', 'A2'], ['A3'], false],
  [['A1', 'A2'], ['A3', ' A2 '], true],
  [['A1'], [], false],
  [['A1'], ['A2', ''], true],
  [[undefined], ['A2'], true],
])('rows of %j and of %j can be of the same account: %s', (one, other, meets) => {
  expect(of(...one).meets(of(...other))).toBe(meets);
  expect(of(...other).meets(of(...one))).toBe(meets);
});

test('stops cutting batches after two cuts in a row without effect', () => {
  const cuts = new BatchCuts();
  const paying = ['A', 'A', 'B', 'C', 'C', 'C'].map((account) => {
    cuts.ended(of(account), true);
    return cuts.pay;
  });
  expect(paying).toEqual([true, true, true, true, true, false]);
});
