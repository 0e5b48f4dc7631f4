import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calendarDate,
  decodeQuery,
  encodeQuery,
  flag,
  listOf,
  MalformedQueryError,
  wholeNumber,
} from './query.ts';
import { z } from 'zod';

test('decodes lists with repeated names, brackets or a single value', () => {
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

test('decodes nested filters', () => {
  expect(decodeQuery('filters[startDate]=2018-01-01&filters[outcome][]=missed%20call')).toMatchObject({
    filters: { startDate: '2018-01-01', outcome: ['missed call'] },
  });
});

test('decodes ten thousand accounts completely and in order', () => {
  const accountIds = Array.from({ length: 10_000 }, (_, index) => `account-${index}`);
  expect(decodeQuery(encodeQuery({ accountIds }))['accountIds']).toEqual(accountIds);
});

test('decodes any encoded query to the same value', () => {
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

test.each([
  ['an index', 'ids[0]=a&ids[7]=b', { ids: ['a', 'b'] }],
  ['one item in brackets', 'ids[]=a', { ids: ['a'] }],
  ['brackets and none', 'ids[]=a&ids=b', { ids: ['a', 'b'] }],
  ['encoded brackets', 'filters%5Boutcome%5D%5B%5D=missed+call', { filters: { outcome: ['missed call'] } }],
  [
    'an index in a nested list',
    'filters[outcome][0]=a&filters[outcome][1]=b',
    { filters: { outcome: ['a', 'b'] } },
  ],
  [
    'three levels',
    'filters[deliveryWeek][gte]=2026-01-05',
    { filters: { deliveryWeek: { gte: '2026-01-05' } } },
  ],
  ['another name of accountIds', 'accounts=a&accounts=b', { accountIds: ['a', 'b'] }],
  ['both names of accountIds', 'accounts=a&accountIds=b', { accounts: 'a', accountIds: 'b' }],
  ['no value', 'page&query=', { page: '', query: '' }],
  ['an equals sign in a value', 'query=a=b', { query: 'a=b' }],
  ['empty pairs', '&page=1&&', { page: '1' }],
  ['text beyond ASCII', 'query=Z%C3%BCrich', { query: 'Zürich' }],
  ['nothing', '', {}],
])('decodes a query with %s', (_, text, query) => {
  expect(decodeQuery(text)).toEqual(query);
});

const nameForm = 'Write names as page, accountIds[] or filters[startDate].';
test.each([
  ['ids[=a', 'ids[', nameForm],
  ['ids]=a', 'ids]', nameForm],
  ['ids[]b=a', 'ids[]b', nameForm],
  ['ids[a[b]]=a', 'ids[a[b]]', nameForm],
  ['ids[][a]=a', 'ids[][a]', nameForm],
  ['[a]=b', '[a]', nameForm],
  ['=b', '', nameForm],
  ['a[b][c][d][e]=f', 'a[b][c][d][e]', 'Use at most 4 levels of names.'],
  ['a=1&a[b]=2', 'a[b]', 'Give this either values or names in brackets, not both.'],
  ['a[b]=1&a=2', 'a', 'Give this either values or names in brackets, not both.'],
  ['query=100%', 'query', 'Encode the text as UTF-8; a percent sign itself is written %25.'],
  ['query=%FF', 'query', 'Encode the text as UTF-8; a percent sign itself is written %25.'],
  [
    Array.from({ length: 101 }, (_, index) => `name${index}=`).join('&'),
    'name100',
    'Use at most 100 different names in one query.',
  ],
])('rejects %j and names the parameter', (text, parameter, message) => {
  expect(() => decodeQuery(text)).toThrow(expect.objectContaining({ parameter, message }) as Error);
});

test('leaves out null, undefined and empty values and replaces lone surrogates', () => {
  expect(encodeQuery({ a: null, b: undefined, c: [], d: {}, e: '\ud800', f: 0, g: false })).toBe(
    'e=%EF%BF%BD&f=0&g=false',
  );
  expect(encodeQuery(undefined)).toBe('');
});

describe('decodes in linear time', () => {
  // at least one byte per character
  const stepsPerByte = (text: string) => {
    const steps = { count: 0 };
    try {
      decodeQuery(text, steps);
    } catch (error) {
      if (!(error instanceof MalformedQueryError)) throw error;
    }
    return steps.count / Math.max(1, text.length);
  };
  const repeated = (times: number, pair: (index: number) => string) =>
    Array.from({ length: times }, (_, index) => pair(index)).join('&');

  test.each([
    ['indices that count down', repeated(10_000, (index) => `a[${10_000 - index}]=`)],
    ['one value 19,000 times', repeated(19_000, () => 'accountIds[]=a')],
    [
      'ten thousand account ids',
      encodeQuery({ accountIds: repeated(10_000, (index) => `account-${index}`).split('&') }),
    ],
    ['a name alone, often', repeated(100_000, () => 'a')],
    ['ampersands', '&'.repeat(100_000)],
    ['brackets', 'a' + '[]'.repeat(100_000)],
    ['opening brackets', '['.repeat(100_000)],
    ['deep names', 'a' + '[b]'.repeat(100_000)],
    ['different names', repeated(10_000, (index) => `${index}`)],
    ['percent signs', `a=${'%'.repeat(100_000)}`],
    ['encoded text', `a=${'%C3%BC'.repeat(100_000)}`],
    ['plus signs', `a=${'+'.repeat(100_000)}`],
    ['equals signs', '='.repeat(100_000)],
    ['one letter', 'a'],
  ])('%s', (_, text) => {
    expect(stepsPerByte(text)).toBeLessThanOrEqual(4);
  });

  test('accepts any text', () => {
    const part = fc.constantFrom('a', 'b', '[', ']', '[]', '=', '&', '%', '%5B', '0', '+', 'ü', 'filters[');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(stepsPerByte(parts.join(''))).toBeLessThanOrEqual(4);
      }),
    );
  });
});

test('keeps hostile names away from prototypes', () => {
  const decoded = decodeQuery(
    '__proto__[polluted]=1&constructor[prototype][polluted]=1&filters[__proto__][polluted]=1&toString=a',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.getPrototypeOf(decoded)).toBeNull();
  expect(Object.keys(decoded)).toEqual(['__proto__', 'constructor', 'filters', 'toString']);
});

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('decodes the boolean %j', (text, value) => {
  expect(flag.parse(text)).toBe(value);
});

test.each(['yes', '', '2', 'TRUE'])('rejects %j as a boolean', (text) => {
  expect(flag.safeParse(text).success).toBe(false);
});

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', ''])(
  'rejects %j as a calendar date',
  (text) => {
    expect(calendarDate.safeParse(text).success).toBe(false);
  },
);

test('accepts a leap day', () => {
  expect(calendarDate.safeParse('2028-02-29').success).toBe(true);
});

test.each(['0', '501', '1.5', 'ten', ''])('rejects the page size %j', (text) => {
  expect(wholeNumber(1, 500).safeParse(text).success).toBe(false);
});
