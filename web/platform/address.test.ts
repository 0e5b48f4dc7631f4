import fc from 'fast-check';
import { defaultScope, scopeFromAddress, scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from './address.ts';

test('joins ids with readable commas and keeps blanks and names', () => {
  expect(writeAddress({ accounts: 'a,b', outcome: 'missed call', q: undefined, tab: '' })).toBe(
    '?accounts=a,b&outcome=missed+call',
  );
});

test('reads a repeated name as a list', () => {
  expect(parseAddress('?callerGender=Female&callerGender=Male&page=2')).toEqual({
    callerGender: ['Female', 'Male'],
    page: '2',
  });
});

test('writes nothing for an empty query', () => {
  expect(writeAddress({})).toBe('');
  expect(parseAddress('')).toEqual({});
});

test('reads back what it writes, for any text', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((value) => value.isWellFormed());
  const name = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 12 });
  const value = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 6 }), (address) => {
      expect({ ...parseAddress(writeAddress(address)) }).toEqual({ ...address });
    }),
  );
});

test('reads back a scope from a complete address, for any ids', () => {
  const id = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 6 }), (accountIds) => {
      const scope = { ...defaultScope, accountIds };
      expect(scopeFromAddress(parseAddress(writeAddress({ ...scopeToAddress(scope) })))).toEqual(scope);
    }),
  );
});
