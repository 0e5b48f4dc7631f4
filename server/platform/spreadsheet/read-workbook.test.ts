import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readWorkbook, WorkbookRefused } from './read-workbook.ts';
import { writeSpreadsheet } from './spreadsheet.ts';

type Sheets = Parameters<typeof writeXlsx>[0]['sheets'];

const workbook = async (...sheets: Sheets) => Buffer.from(await writeXlsx({ sheets }));
const textsOf = async (content: Buffer) =>
  (await readWorkbook(content)).map(({ name, rowCount, csv }) => [
    name,
    rowCount,
    Buffer.from(csv).toString('utf8'),
  ]);

const at = (text: string) => new Date(`${text}Z`);

test.each<[what: string, value: string | number | boolean | Date, format: string | undefined, text: string]>([
  ['a text', 'Ann, "the" owner', undefined, '"Ann, ""the"" owner"'],
  ['a text of several lines', 'a\nb', undefined, '"a\nb"'],
  ['a text like a formula', '=1+1', undefined, '=1+1'],
  ['a text with leading zeros', '02134', undefined, '02134'],
  ['a phone as number', 3035550100, undefined, '3035550100'],
  ['a long number', 123456789012345, undefined, '123456789012345'],
  ['a ZIP code as number', 2134, '00000', '02134'],
  ['a ZIP code with four more digits', 21340001, '00000-0000', '02134-0001'],
  ['a number in a short format', 123456, '00000', '123456'],
  ['a price', 1250.5, '"$"#,##0.00', '1250.5'],
  ['a sum', 0.1 + 0.2, undefined, '0.3'],
  ['yes', true, undefined, 'true'],
  ['a day', at('2026-03-04T00:00:00'), 'm/d/yyyy', '2026-03-04'],
  ['a day and time', at('2026-03-04T15:45:00'), 'm/d/yyyy h:mm', '2026-03-04 15:45:00'],
])('reads %s', async (_, value, format, text) => {
  const [sheet] = await readWorkbook(
    await workbook({
      name: 'Values',
      columns: [{ key: 'v', header: 'Value', ...(format && { style: { numFmt: format } }) }],
      data: [{ v: value }],
    }),
  );
  expect(Buffer.from(sheet?.csv ?? []).toString('utf8')).toBe(`Value\r\n${text}\r\n`);
});

test('reads times and durations of our own files', async () => {
  const pieces: Uint8Array[] = [];
  const columns = [{ title: 'Length', kind: 'duration', width: 8 }] as const;
  for await (const piece of writeSpreadsheet([{ name: 'Calls', columns, rows: [[[5025]]] }]))
    pieces.push(piece);
  expect(await textsOf(Buffer.concat(pieces))).toEqual([['Calls', 2, 'Length\r\n01:23:45\r\n']]);
});

test('keeps the sheets that people see and that have rows, each row on its line', async () => {
  const content = await workbook(
    { name: 'Offices', rows: [['id', 'name'], [], ['A-1', null, null], [null, 'Mapleton']] },
    { name: 'Empty', rows: [] },
    { name: 'Lists', hidden: true, rows: [['x']] },
    { name: 'People', rows: [['id']] },
  );
  expect(await textsOf(content)).toEqual([
    ['Offices', 3, 'id,name\r\n\r\nA-1,\r\n,Mapleton\r\n'],
    ['People', 1, 'id\r\n'],
  ]);
});

/** An archive with one entry, whose directory declares a size. */
function archive(path: string, content: Buffer, declared = content.length): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from(path);
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 0, 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(declared, 22);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 0, 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(declared, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(header.length + name.length + packed.length, 16);
  return Buffer.concat([header, name, packed, entry, name, end]);
}

const zeros = Buffer.alloc(64 * 1024 * 1024);

test.each<[what: string, content: () => Buffer | Promise<Buffer>, reason: string]>([
  ['an archive that unpacks to gigabytes', () => archive('a', zeros.subarray(0, 1000), 4e9), 'too large'],
  ['an entry that hides its size', () => archive('xl/workbook.xml', zeros, 0), 'cannot be read'],
  ['an entry that is larger than it says', () => archive('xl/workbook.xml', zeros, 100), 'cannot be read'],
  ['an archive of something else', () => archive('readme.txt', Buffer.from('Hello')), 'cannot be read'],
  [
    'a cut file',
    async () => (await workbook({ name: 'A', rows: [['a']] })).subarray(0, 900),
    'cannot be read',
  ],
  ['a file of zeros', () => Buffer.alloc(1000), 'cannot be read'],
  ['a workbook without rows', () => workbook({ name: 'A', rows: [] }), 'has no sheet with rows'],
])('refuses %s', async (_, content, reason) => {
  const refusal = readWorkbook(await content());
  await expect(refusal).rejects.toBeInstanceOf(WorkbookRefused);
  await expect(refusal).rejects.toThrow(reason);
});

test('refuses two cells that are far apart', async () => {
  await expect(
    readWorkbook(
      await workbook({ name: 'A', rows: [['a']], cells: new Map([['900000,9000', { value: 1 }]]) }),
    ),
  ).rejects.toThrow('cannot be read');
});
