import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** A font's file gives the weights that it has. */
const weights = /font-weight:(?!\s*(?:400|500|600|inherit);)[^;]+;/g;
const colorsOfLinks = /color: var\(--mantine-(?:color-anchor|primary-color-filled)\)/g;

test('texts have three weights, and links one color', async () => {
  const found: string[] = [];
  const files = await readdir(join(root, 'web'), { recursive: true });
  for (const file of files) {
    if (!file.endsWith('.css') || /^dist|^node_modules|font\.css$/.test(file)) continue;
    const css = await readFile(join(root, 'web', file), 'utf8');
    for (const [style] of css.matchAll(weights)) found.push(`${file}: ${style}`);
    for (const [style] of css.replaceAll(/[\w-]+-color:/g, '').matchAll(colorsOfLinks))
      found.push(`${file}: ${style}`);
  }
  expect(found).toEqual([]);
});
