import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './imports.ts';

/** A page of the documentation whose tables name the test of each row, in the last cell: `` `FILE › NAME` ``. */
export interface PageOfTests {
  /** The first cells of all rows, and of the rows that name no test. */
  rows: string[];
  unproven: string[];
  /** File and name of each test that is named. */
  named: [file: string, name: string][];
}

/** Reads such a page; `heading` is the beginning of its tables' head rows. */
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

/** Whether a test file has a test with this name. */
export async function hasTest(file: string, name: string): Promise<boolean> {
  const text = await readFile(join(root, file), 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(quote + name + quote));
}
