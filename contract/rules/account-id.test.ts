import { expect, test } from 'vitest';
import { isReservedAccountId } from './account-id.ts';

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
