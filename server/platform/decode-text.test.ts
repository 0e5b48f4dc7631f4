import { expect, test } from 'vitest';
import { decodeMixed, encodingOfOthers, linesNotUtf8, utf16Of } from './decode-text.ts';

const text = 'Last name,City\nPe\u00f1a,Denver\n';
const utf16be = (given: string) => Buffer.from(given, 'utf16le').swap16();

test.each<[name: string, bytes: Buffer, encoding: string | null]>([
  ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 of the other order with a mark', utf16be(`\ufeff${text}`), 'utf-16be'],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
  ['UTF-16 of the other order without a mark', utf16be(text), 'utf-16be'],
  [
    'UTF-16 with a character beyond Latin',
    Buffer.from(`Name \u4e00\u4e8c,City\n${text}`, 'utf16le'),
    'utf-16le',
  ],
  ['UTF-8', Buffer.from(text), null],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x4c, 0, 0, 0]), null],
  ['zeros', Buffer.alloc(100), null],
  ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3, 4]), null],
  ['nothing', Buffer.alloc(0), null],
])('tells %s', (_, bytes, encoding) => {
  expect(utf16Of(bytes)).toBe(encoding);
});

test('reads bytes that are not UTF-8 as Windows-1252 and finds their lines', () => {
  const bytes = Buffer.concat([
    Buffer.from('\ufeffName\nPe\u00f1a \u{1F600}\n'),
    Buffer.from('Pe\u00f1a\nO\u0092Brien\n', 'latin1'),
    Buffer.from('\u00c9mile\n'),
  ]);
  expect(decodeMixed(bytes)).toBe('Name\nPe\u00f1a \u{1F600}\nPe\u00f1a\nO\u2019Brien\n\u00c9mile\n');
  expect(linesNotUtf8(bytes)).toEqual([3, 4]);
  expect(encodingOfOthers(bytes)).toBe('mixed');
});

test.each<[name: string, bytes: Buffer, encoding: string]>([
  ['Windows-1252', Buffer.from('Name\r\nPe\u00f1a\r\n', 'latin1'), 'windows-1252'],
  ['Windows-1252 with lone CR', Buffer.from('Name\rPe\u00f1a\r', 'latin1'), 'windows-1252'],
  [
    'the encoding of old Macs',
    Buffer.from([...Buffer.from('Name\rPe'), 0x96, ...Buffer.from('a\rRen'), 0x8e, 0x0d]),
    'macintosh',
  ],
])('tells %s', (_, bytes, encoding) => {
  expect(encodingOfOthers(bytes)).toBe(encoding);
});
