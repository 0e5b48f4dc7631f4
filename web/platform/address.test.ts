import fc from 'fast-check';
import { defaultScope, scopeFromAddress, scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from './address.ts';

test('ids are joined by readable commas, blanks and names survive', () => {
  expect(writeAddress({ accounts: 'a,b', outcome: 'missed call', q: undefined, tab: '' })).toBe(
    '?accounts=a,b&outcome=missed+call',
  );
});

test('a name that repeats is a list', () => {
  expect(parseAddress('?callerGender=Female&callerGender=Male&page=2')).toEqual({
    callerGender: ['Female', 'Male'],
    page: '2',
  });
});

test('an empty query is no query', () => {
  expect(writeAddress({})).toBe('');
  expect(parseAddress('')).toEqual({});
});

test('what is written is read again, whatever the text', () => {
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

test('a scope comes back from a whole address, whatever its ids', () => {
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
