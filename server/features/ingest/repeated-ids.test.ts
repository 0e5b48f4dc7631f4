import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { findRepeatedIds } from './repeated-ids.ts';

/** Pieces of three bytes, which divide lines and letters. */
const streamOf = (text: string) =>
  Readable.from(
    Buffer.from(text).reduce<Buffer[]>(
      (pieces, _, at, all) => (at % 3 === 0 ? [...pieces, all.subarray(at, at + 3)] : pieces),
      [],
    ),
  );

test.each<[file: string, repeated: string[], others: string[]]>([
  ['id,name\nA1,x\nA2,x\nA1,x\n', ['A1'], ['A2', 'x']],
  ['\uFEFFid,name\r\nA1,x\r\n\r\nA2,x\r\nA2,x', ['A2'], ['A1']],
  ['id\nA1\nA2\r\n A1\nA3\n', ['A1'], ['A2', 'A3']],
  ['id,name\n"A1",x\nA1\u00a0,x\nA3,x\n', ['A1'], ['A3']],
  ['id,name\nÄ1,x\n  Ä1,x\nA3,x\n', ['Ä1'], ['A3']],
  ['id,name\n="A1",x\n\'A1,x\nA3,x\n', ['A1'], ['A3']],
  ['id,name\nA1,"x\nA2\nA1,y"\nA3,x\n', ['A1'], ['A2', 'A3']],
])('finds the ids that come again in %j', async (file, repeated, others) => {
  const found = await findRepeatedIds(streamOf(file), 1);
  expect(repeated.map((id) => found?.has(id))).toEqual(repeated.map(() => true));
  expect(others.map((id) => found?.has(id))).toEqual(others.map(() => false));
});

test.each([
  ['has too few lines', 'id,name\nA1,x\n'],
  ['is empty', ''],
  ['has its ids elsewhere', 'name,id\nx,A1\nx,A2\n'],
  ['has a comma in a quoted first cell', 'id,name\n"A,1",x\nA2,x\nA3,x\n'],
  ['has a very long first cell', `id,name\n${' '.repeat(2000)}A1,x\nA2,x\nA3,x\n`],
  ['has lines that end with CR alone', 'id,name\rA1,x\rA1,y\r'],
  ['has semicolons', 'id;name\nA1;x\nA1;y\nA1;z\n'],
  ['is written in UTF-16', '\uFFFEi\0d\0\n\0A\0\n\0A\0\n\0'],
])('does not look in a file that %s', async (_, file) => {
  expect(await findRepeatedIds(streamOf(file), 1)).toBeNull();
});
