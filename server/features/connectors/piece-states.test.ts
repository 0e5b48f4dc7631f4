import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailPhases, stateOfPhase } from './informed-visibility/scans.ts';
import { lobEvents } from './lob/pieces.ts';
import { postgridBarcodeStatuses, postgridStatuses } from './postgrid/pieces.ts';

const folder = join(import.meta.dirname, '../../../docs/connect');
const pages = await Promise.all(
  ['lob.md', 'postgrid.md', 'informed-visibility.md'].map((name) => readFile(join(folder, name), 'utf8')),
);
const page = pages.join('\n');
const tableOf = (first: string) => {
  const [, rows = ''] = page.split(`| ${first} | state |\n|---|---|\n`);
  return [...(/^(?:\|.*\n)+/.exec(rows)?.[0] ?? '').matchAll(/^\| `?([^|`]+?)`? \| (\w+) \|$/gm)].map(
    ([, name, state]) => [name, state],
  );
};

test.each([
  ['event', lobEvents],
  ['status', postgridStatuses],
  ['status of the barcode (`imbStatus`)', postgridBarcodeStatuses],
  ['mail phase', mailPhases],
])('the table of docs/connect by %s is the one that is used', (first, table) => {
  expect(tableOf(first)).toEqual([...table]);
});

test.each([
  ['Phase 3c- Destination Sequenced Carrier Sortation', 'near'],
  ['PHASE 4C - DELIVERY', 'delivered'],
  ['Phase 9 - Something new', 'entered'],
  ['', 'entered'],
])('a scan in the phase "%s" says: %s', (phase, state) => {
  expect(stateOfPhase(phase)).toBe(state);
});
