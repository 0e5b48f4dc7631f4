import { expect, onTestFinished, test, vi } from 'vitest';
import { distinctNames, isReservedAccountId } from './account-names.ts';

const accountsOf = (accounts: readonly (readonly [name: string, address: string | null])[]) =>
  accounts.map(([name, address], index) => ({ id: `A-${index + 1}`, name, address }));

const named = (given: Parameters<typeof accountsOf>[0]) => {
  const accounts = accountsOf(given);
  const names = distinctNames(accounts);
  return accounts.map(({ id }) => names.get(id));
};

test('keeps the order, with accounts of one name in order of their places', () => {
  const names = distinctNames(
    accountsOf([
      ['Bright', null],
      ['Smile', '1 Elm St, Salem, OR 97301'],
      ['Spark', null],
      ['Smile', '2 Oak St, Boulder, CO 80302'],
    ]),
  );
  expect([...names]).toEqual([
    ['A-1', 'Bright'],
    ['A-4', 'Smile (Boulder, CO)'],
    ['A-2', 'Smile (Salem, OR)'],
    ['A-3', 'Spark'],
  ]);
});

test.each([
  [
    'different names',
    [
      ['Smile', '1 Elm St, Boulder, CO 80302'],
      ['Bright', null],
    ],
    ['Smile', 'Bright'],
  ],
  [
    'different cities',
    [
      ['Smile', '1 Elm St, Boulder, CO 80302'],
      ['Smile', '2 Oak St, Suite 4, Salem, OR 97301-1234'],
    ],
    ['Smile (Boulder, CO)', 'Smile (Salem, OR)'],
  ],
  [
    'the same city',
    [
      ['Smile', '1 Elm St, Boulder, CO 80302'],
      ['Smile', '2 Oak St, Boulder, CO 80302'],
    ],
    ['Smile (1 Elm St, Boulder)', 'Smile (2 Oak St, Boulder)'],
  ],
  [
    'the same city, and another city',
    [
      ['Smile', '1 Elm St, Boulder, CO 80302'],
      ['SMILE', '1 Elm St, Suite 4, Boulder, CO 80302'],
      ['Smile', '1 Elm St, Salem, OR 97301'],
    ],
    ['Smile (1 Elm St, Boulder)', 'SMILE (1 Elm St, Suite 4, Boulder)', 'Smile (Salem, OR)'],
  ],
  [
    'the same street and city, with other ZIP codes',
    [
      ['Smile', '1 Elm St, Boulder, CO 80301'],
      ['Smile', '1 Elm St, Boulder, CO 80302'],
    ],
    ['Smile (1 Elm St, Boulder, CO 80301)', 'Smile (1 Elm St, Boulder, CO 80302)'],
  ],
  [
    'one street in towns of the same name',
    [
      ['Smile', '1 Elm St, Salem, OR 97301'],
      ['Smile', '2 Oak St, Salem, OR 97301'],
      ['Smile', '1 Elm St, Salem, MA 01970'],
    ],
    ['Smile (1 Elm St, Salem, OR 97301)', 'Smile (2 Oak St, Salem)', 'Smile (Salem, MA)'],
  ],
  [
    'no addresses',
    [
      ['Smile', null],
      ['Smile', ' '],
    ],
    ['Smile (A-1)', 'Smile (A-2)'],
  ],
  [
    'one address',
    [
      ['Smile', '1 Elm St, Boulder, CO 80302'],
      ['Smile', null],
    ],
    ['Smile (Boulder, CO)', 'Smile (A-2)'],
  ],
  [
    'the same address',
    [
      ['Smile', '1 Elm St, Boulder, CO'],
      ['Smile', '1 elm st,  Boulder, CO'],
    ],
    ['Smile (A-1)', 'Smile (A-2)'],
  ],
  [
    'an address of one part',
    [
      ['Smile', 'Boulder'],
      ['Smile', 'Salem'],
    ],
    ['Smile (Boulder)', 'Smile (Salem)'],
  ],
  [
    'names that look alike',
    [
      ['Smile  Dental', 'Boulder'],
      [' smile dental', 'Salem'],
    ],
    ['Smile  Dental (Boulder)', ' smile dental (Salem)'],
  ],
] as const)('accounts with %s', (_what, accounts, names) => {
  expect(named(accounts)).toEqual(names);
});

test('compares each account with its name and address only once, however many have one name', () => {
  const accounts = Array.from({ length: 300 }, (_, index) => ({
    id: `A-${index}`,
    name: 'Smile',
    address: `${index % 100} Elm St, City ${index % 50}, CO`,
  }));
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  expect([...distinctNames(accounts).values()].toSorted()[0]).toBe('Smile (A-0)');
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(7 * accounts.length);
});

test.each(['*', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'])(
  'rejects the account id %s',
  (id) => {
    expect(isReservedAccountId(id)).toBe(true);
  },
);

test.each(['A-1', '**', 'constructors', 'tostring', 'null', '0', 'length'])(
  'accepts the account id %s',
  (id) => {
    expect(isReservedAccountId(id)).toBe(false);
  },
);
