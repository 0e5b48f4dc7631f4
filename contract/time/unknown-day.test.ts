import { expect, test } from 'vitest';
import { isUnknownDay } from './unknown-day.ts';

const forms = (year: string, month: number, day: number) => {
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0')) as [string, string];
  const name = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1] ?? '';
  return [
    `${month}/${day}/${year}`,
    `${mm}/${dd}/${year}`,
    `${mm}-${dd}-${year}`,
    `${dd}.${mm}.${year}`,
    `${year}-${mm}-${dd}`,
    `${year}/${mm}/${dd}`,
    `${year}${mm}${dd}`,
    `${year}-${mm}-${dd}T00:00:00`,
    `${year}-${mm}-${dd}T00:00:00.0000000Z`,
    `${year}-${mm}-${dd} 00:00:00.000`,
    `${month}/${day}/${year} 12:00:00 AM`,
    `${month}/${day}/${year} 0:00`,
    `${name} ${day}, ${year}`,
    `${dd}-${name}-${year}`,
  ];
};

test.each([
  ...forms('0001', 1, 1),
  ...forms('1753', 1, 1),
  ...forms('1601', 1, 1),
  ...forms('1899', 12, 30),
  ...forms('1899', 12, 31),
  ...forms('1900', 1, 1),
  ...forms('1904', 1, 1),
  ...forms('9999', 12, 31),
  ...forms('2079', 6, 6),
  '1/0/1900',
  '01/00/00 0:00',
  '1900-01-00',
  '0-Jan-00',
  '00-Jan-1900',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '00/00/0000',
  '00/00/00',
  '0/0/0',
  '00000000',
  '0',
  '0.0',
  '1',
  '-1',
  '2958465',
  '99/99/9999',
  '99/99/99',
  '999999',
  '9999-99-99',
  '99999999',
  '9/9/9999',
  '/  /',
  ' / / '.trim(),
  '//',
  '- -',
  '__/__/____',
  '.  .',
  'mm/dd/yyyy',
  'MM/DD/YY',
  'yyyy-mm-dd',
])('“%s” stands for no day', (text) => {
  expect(isUnknownDay(text)).toBe(true);
});

test.each([
  '',
  '--',
  'n/a',
  '9/9/99',
  '9/9/1999',
  '1/1/2000',
  '1/1/1970',
  '1/2/1900',
  '12/30/1999',
  '3/31/2026',
  '46112',
  '2000-01-01',
  'Jan 1, 2001',
  'x'.repeat(1000),
])('“%s” is a day or no date', (text) => {
  expect(isUnknownDay(text)).toBe(false);
});
