import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './imports.ts';

/** A documentation page with tables whose last cell names a test: `` `FILE › NAME` ``. */
export interface PageOfTests {
  rows: string[];
  unproven: string[];
  named: [file: string, name: string][];
}

export async function readPageOfTests(path: string, heading: string): Promise<PageOfTests> {
  const rows = (await readFile(join(root, path), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith(`| ${heading}`))
    .map((line) => line.split(' | '));
  const named = rows.flatMap((row) => [...(row.at(-1) ?? '').matchAll(/`([^`]+) › ([^`]+)`/g)]);
  return {
    rows: rows.map(([what = '']) => what),
    unproven: rows.filter((row) => !/ › /.test(row.at(-1) ?? '')).map(([what = '']) => what),
    named: named.map(([, file = '', name = '']) => [file, name]),
  };
}

export async function hasTest(file: string, name: string): Promise<boolean> {
  const text = await readFile(join(root, file), 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(quote + name + quote));
}
