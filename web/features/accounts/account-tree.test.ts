import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account } from './account-for-tests.ts';
import {
  type AccountNode,
  accountIdsOf,
  accountTree,
  hiddenOnly,
  linesOf,
  officesOf,
  officesSelected,
  searchTree,
  selectionForServer,
  selectionOf,
  selectionName,
  withoutHidden,
} from './account-tree.ts';
import { selectAccounts } from './select-accounts.ts';

const accounts = [
  account('group', 'Lakeside Dental Group'),
  account('austin', 'Lakeside Austin', 'group'),
  account('denver', 'Lakeside Denver', 'group'),
  account('tampa', 'Bay Dental Tampa', 'group'),
  account('ortho', 'Summit Orthodontics'),
];
const tree = accountTree(accounts);
const names = (found: readonly AccountNode[]) =>
  linesOf(found).map(({ node, depth }) => `${depth} ${node.account.name}`);
const nothing: ReadonlySet<string> = new Set();

test('lists sub-accounts below their account and counts them instead of it', () => {
  expect(names(tree)).toEqual([
    '0 Lakeside Dental Group',
    '1 Lakeside Austin',
    '1 Lakeside Denver',
    '1 Bay Dental Tampa',
    '0 Summit Orthodontics',
  ]);
  expect(officesOf(tree)).toEqual(['austin', 'denver', 'tampa', 'ortho']);
});

test('puts a sub-account of an invisible account at the top level', () => {
  expect(names(accountTree([account('austin', 'Lakeside Austin', 'group')]))).toEqual(['0 Lakeside Austin']);
});

test('keeps accounts whose parents form a cycle', () => {
  expect(
    officesOf(accountTree([account('a', 'A', 'b'), account('b', 'B', 'a'), account('c', 'C')])).sort(),
  ).toEqual(['b', 'c']);
});

describe('search', () => {
  test.each([
    ['DENVER', ['0 Lakeside Dental Group', '1 Lakeside Denver']],
    ['bay dental', ['0 Lakeside Dental Group', '1 Bay Dental Tampa']],
    ['  summit ', ['0 Summit Orthodontics']],
    [
      'dental group',
      ['0 Lakeside Dental Group', '1 Lakeside Austin', '1 Lakeside Denver', '1 Bay Dental Tampa'],
    ],
    ['nowhere', []],
  ])('%j finds %j', (text, found) => {
    expect(names(searchTree(tree, text))).toEqual(found);
  });

  test('finds only the matching offices of a group', () => {
    expect(officesOf(searchTree(tree, 'denver'))).toEqual(['denver']);
  });

  test('finds everything without a search text', () => {
    expect(searchTree(tree, ' ')).toEqual(tree);
  });
});

describe('offices of selected ids', () => {
  test.each([
    ['everything', '*', ['austin', 'denver', 'tampa', 'ortho']],
    ['an account with sub-accounts', ['group'], ['austin', 'denver', 'tampa']],
    ['a sub-account', ['denver'], ['denver']],
    ['an id that is not there', ['elsewhere'], []],
    ['nothing', [], []],
    ['everything except an office', { allExcept: ['denver'] }, ['austin', 'tampa', 'ortho']],
    ['everything except an account with sub-accounts', { allExcept: ['group'] }, ['ortho']],
    [
      'everything except what is not there',
      { allExcept: ['elsewhere'] },
      ['austin', 'denver', 'tampa', 'ortho'],
    ],
  ] as const)('%s', (_, ids, offices) => {
    expect([...officesSelected(tree, ids)]).toEqual(offices);
  });

  test('counts an account itself only with all of its sub-accounts', () => {
    expect(accountIdsOf(tree, new Set(['austin', 'denver', 'tampa']))).toEqual([
      'group',
      'austin',
      'denver',
      'tampa',
    ]);
    expect(accountIdsOf(tree, new Set(['austin', 'denver']))).toEqual(['austin', 'denver']);
  });
});

describe('hidden accounts', () => {
  const hidden = new Set(['tampa']);

  test('are neither in the list nor in the scope', () => {
    const selected = selectAccounts(accounts, hidden, '*');
    expect([...selected.offices]).toEqual(['austin', 'denver', 'ortho']);
    // the group would include Tampa, because the server adds all sub-accounts
    expect(selected.accountIds).toEqual(['austin', 'denver', 'ortho']);
    expect(selected.forServer).toEqual(['austin', 'denver', 'ortho']);
  });

  test('are removed from a linked scope, unlike accounts the viewer lacks', () => {
    const selected = selectAccounts(accounts, hidden, ['tampa', 'ortho', 'elsewhere']);
    expect(selected.accountIds).toEqual(['ortho']);
    expect(selected.hiddenRequested).toEqual(['tampa']);
    expect(selected.missing).toEqual(['elsewhere']);
  });

  test('hide their account with its last sub-account and are listed below it', () => {
    const all = new Set(['austin', 'denver', 'tampa']);
    expect(names(withoutHidden(tree, all))).toEqual(['0 Summit Orthodontics']);
    expect(names(hiddenOnly(tree, hidden))).toEqual(['0 Lakeside Dental Group', '1 Bay Dental Tampa']);
  });

  test('leave ‘*’ unchanged without any', () => {
    expect(selectAccounts(accounts, nothing, '*').forServer).toBe('*');
    expect(selectAccounts([], nothing, '*').forServer).toEqual([]);
  });
});

describe('shortest selection of offices', () => {
  test.each([
    [['austin', 'denver', 'tampa', 'ortho'], nothing, '*'],
    [['austin', 'denver', 'tampa'], nothing, ['group']],
    [['austin', 'ortho'], nothing, ['austin', 'ortho']],
    [['austin', 'denver'], new Set(['tampa']), ['austin', 'denver']],
    [['austin', 'denver', 'ortho'], new Set(['tampa']), '*'],
  ])('%j with %j hidden are %j', (offices, hidden, ids) => {
    expect(selectionOf(tree, withoutHidden(tree, hidden), new Set(offices))).toEqual(ids);
  });

  test('selects the same offices again for any accounts, hidden offices and selection', () => {
    // account i is below an earlier one or at the top: every tree of up to twelve accounts
    const anyAccounts = fc
      .array(fc.nat(), { minLength: 1, maxLength: 12 })
      .map((parents) =>
        parents.map((parent, index) =>
          account(
            `${index}`,
            `Office ${index}`,
            parent % (index + 1) < index ? `${parent % (index + 1)}` : null,
          ),
        ),
      );
    const bits = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(anyAccounts, bits, bits, (list, hides, picks) => {
        const anyTree = accountTree(list);
        const hidden = new Set(officesOf(anyTree).filter((_, index) => hides[index]));
        const visible = withoutHidden(anyTree, hidden);
        const chosen = officesOf(visible).filter((_, index) => picks[index]);
        if (chosen.length === 0) return;
        for (const maxLength of [100, 0]) {
          const selection = selectionOf(anyTree, visible, new Set(chosen), maxLength);
          const selected = selectAccounts(list, hidden, selection);
          expect([...selected.offices].sort()).toEqual([...chosen].sort());
          expect([...officesSelected(anyTree, selected.accountIds)].sort()).toEqual([...chosen].sort());
          expect(selected.missing).toEqual([]);
          expect(selected.hiddenRequested).toEqual([]);
          const sent = selectionForServer(anyTree, selected.offices, maxLength);
          expect([...officesSelected(anyTree, sent)].sort()).toEqual([...chosen].sort());
        }
      }),
    );
  });
});

describe('most of many accounts', () => {
  const many = [
    account('chain', 'Chain'),
    ...Array.from({ length: 300 }, (_, index) => account(`office-${index}`, `Office ${index}`)),
    ...Array.from({ length: 3 }, (_, index) => account(`shop-${index}`, `Shop ${index}`, 'chain')),
  ];
  const largeTree = accountTree(many);
  const allOfficesExcept = (ids: readonly string[]) =>
    new Set(officesOf(largeTree).filter((id) => !ids.includes(id)));

  test('become all accounts with exceptions, a whole group by its own id', () => {
    const offices = allOfficesExcept(['office-7', 'shop-0', 'shop-1', 'shop-2']);
    expect(selectionOf(largeTree, largeTree, offices)).toEqual({ allExcept: ['chain', 'office-7'] });
    expect(selectionForServer(largeTree, offices)).toEqual({ allExcept: ['chain', 'office-7'] });
  });

  test('include hidden ones as exceptions only for the server', () => {
    const hidden = new Set(['office-8', 'shop-1']);
    const visible = withoutHidden(largeTree, hidden);
    const selection = selectionOf(largeTree, visible, allOfficesExcept(['office-7', ...hidden]));
    expect(selection).toEqual({ allExcept: ['office-7'] });
    const { forServer, offices } = selectAccounts(many, hidden, selection);
    expect(forServer).toEqual({ allExcept: ['shop-1', 'office-7', 'office-8'] });
    expect(offices.size).toBe(300);
  });

  test('are a list if that is shorter or has at most a hundred ids', () => {
    const chosen = officesOf(largeTree).slice(0, 101);
    expect(selectionForServer(largeTree, new Set(chosen))).toHaveLength(102);
    const few = accountTree(many.slice(1, 102));
    const offices = new Set(officesOf(few).slice(1));
    expect(selectionOf(few, few, offices)).toHaveLength(100);
  });

  test('in a link are the reader’s accounts without the exceptions they have', () => {
    const selected = selectAccounts(accounts, nothing, { allExcept: ['denver', 'office-7'] });
    expect([...selected.offices]).toEqual(['austin', 'tampa', 'ortho']);
    expect(selected.accountIds).toEqual(['austin', 'tampa', 'ortho']);
    expect([selected.missing, selected.hiddenRequested]).toEqual([[], []]);
  });
});

test.each([
  [['austin', 'denver', 'tampa'], 'Lakeside Dental Group'],
  [['ortho'], 'Summit Orthodontics'],
  [['denver', 'ortho'], 'Lakeside Denver'],
  [[], null],
])('%j is called %j', (offices, name) => {
  expect(selectionName(tree, new Set(offices))).toBe(name);
});
