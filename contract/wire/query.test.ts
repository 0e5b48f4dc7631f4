import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDate, decodeQuery, encodeQuery, flag, listOf, wholeNumber } from './query.ts';
import { z } from 'zod';

test('lists repeat, use brackets or come alone', () => {
  const ids = z.object({ accountIds: listOf(z.string(), 2, 'accounts') });
  for (const text of [
    'accountIds[]=a&accountIds[]=b',
    'accountIds=a&accountIds=b',
    'accountIds[0]=a&accountIds[1]=b',
    'accounts[]=a&accounts[]=b',
  ]) {
    expect(ids.parse(decodeQuery(text))).toEqual({ accountIds: ['a', 'b'] });
  }
  expect(ids.parse(decodeQuery('accountIds=a'))).toEqual({ accountIds: ['a'] });
});

test('filters nest', () => {
  expect(decodeQuery('filters[startDate]=2018-01-01&filters[outcome][]=missed%20call')).toMatchObject({
    filters: { startDate: '2018-01-01', outcome: ['missed call'] },
  });
});

test('ten thousand accounts stay a list, whole and in order', () => {
  const accountIds = Array.from({ length: 10_000 }, (_, index) => `account-${index}`);
  expect(decodeQuery(encodeQuery({ accountIds }))['accountIds']).toEqual(accountIds);
});

test('what is encoded is decoded again, whatever the text', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(
      fc.record({ query: text, filters: fc.record({ offer: fc.array(text, { minLength: 1 }) }) }),
      (query) => {
        expect(decodeQuery(encodeQuery(query))).toMatchObject(query);
      },
    ),
  );
});

test('a hostile name changes nothing it should not', () => {
  decodeQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&filters[__proto__][polluted]=1');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('%j is a yes or no', (text, value) => {
  expect(flag.parse(text)).toBe(value);
});

test.each(['yes', '', '2', 'TRUE'])('%j is none', (text) => {
  expect(flag.safeParse(text).success).toBe(false);
});

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', ''])(
  '%j is no calendar date',
  (text) => {
    expect(calendarDate.safeParse(text).success).toBe(false);
  },
);

test('a leap day is one', () => {
  expect(calendarDate.safeParse('2028-02-29').success).toBe(true);
});

test.each(['0', '501', '1.5', 'ten', ''])('%j is no page size', (text) => {
  expect(wholeNumber(1, 500).safeParse(text).success).toBe(false);
});
