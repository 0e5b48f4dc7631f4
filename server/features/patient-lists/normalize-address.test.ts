import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeAddress } from './normalize-address.ts';

test.each<[same: string, spellings: string[]]>([
  ['12 N MAIN ST', ['12 North Main Street', '12 N. Main St.', ' 12 n main  st ', '12, N Main St']],
  ['12 MAIN ST #4', ['12 Main St Apt 4', '12 Main Street, Unit #4', '12 Main St #4', '12 Main St. Suite 04']],
  ['# 4', ['#4', ' # 4']],
  ['12 MAIN ST #4B', ['12 Main St Apt. 4B', '12 Main St #4-B', '12 Main St Unit 4 - b']],
  ['12 MAIN ST BLDG 2 #4', ['12 Main Street Building 2 Apt 4', '12 Main St Bldg 2 #4']],
  [
    '12 MAIN ST #4',
    [
      '12 Main St Apt4',
      '12 Main St No. 4',
      '12 Main St Lot 4',
      '12 Main St Apt 4 #4',
      '12 Main St #4 c/o Ann Lee',
    ],
  ],
  ['12 VILLA RD', ['12 Villa Road']],
  ['300 SPACE CTR BLVD', ['300 Space Center Blvd']],
  ['500 5TH AVE', ['500 Fifth Avenue', '500 5th Av']],
  ['POBOX 12', ['P.O. Box 12', 'PO Box 12', 'p o box 12', 'Post Office Box 12']],
  ['12 OBRIEN RD', ["12 O'Brien Road", '12 O’Brien Rd.']],
  ['12 PENA BLVD', ['12 Peña Boulevard']],
  ['12-34 QUEENS BLVD', ['12-34 Queens Boulevard']],
  ['12 1/2 ELM CT', ['12 1/2 Elm Court']],
  ['UNIT', ['Unit']],
  ['12 MAIN ST', ['12 Main St Apt']],
  ['', ['', ' - ', '.']],
])('%s', (same, spellings) => {
  expect(spellings.map(normalizeAddress)).toEqual(spellings.map(() => same));
});

test.each([
  ['12 Main St', '12 Main St Apt 4'],
  ['12 Main St Apt 4', '12 Main St Apt 5'],
  ['12 N Main St', '12 S Main St'],
  ['12 Main St', '12 Main Ave'],
  ['12 Main St', '121 Main St'],
])('tells “%s” from “%s”', (one, other) => {
  expect(normalizeAddress(one)).not.toBe(normalizeAddress(other));
});

test('the spelling does not depend on case and spaces, and is stable for addresses', () => {
  const word = fc.constantFrom('Main', 'Saint', 'Oak', 'North', 'Street', 'Lake', 'Apt', '4B', '12');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const address = `12 ${words.join(' ')}`;
      const normal = normalizeAddress(address);
      expect(normalizeAddress(`  ${address.toUpperCase().replaceAll(' ', '   ')},`)).toBe(normal);
      expect(normalizeAddress(normal)).toBe(normal);
    }),
    { numRuns: 200 },
  );
});
