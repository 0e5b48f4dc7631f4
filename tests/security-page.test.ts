import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

const page = await readFile(join(root, 'docs/operate/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what one could try'))
  .map((line) => line.split(' | '));
const named = rows.flatMap((row) => [...(row.at(-1) ?? '').matchAll(/`([^`]+) › ([^`]+)`/g)]);

test('every row of the security page names a test', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.filter((row) => !/ › /.test(row.at(-1) ?? '')).map(([what]) => what)).toEqual([]);
});

test.each(named.map(([, file = '', name = '']) => [file, name]))(
  '%s has the test “%s”',
  async (file, name) => {
    const path = file.startsWith('tests/') ? file : join('server', file);
    expect(await readFile(join(root, path), 'utf8')).toContain(`'${name}'`);
  },
);
