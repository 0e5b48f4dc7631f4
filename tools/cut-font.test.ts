import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cutFont, fontCharacters, fontFile } from './cut-font.ts';

const web = resolve(import.meta.dirname, '../web');

test('the web app has the font that tools/cut-font.ts cuts', async () => {
  const [committed, cut] = await Promise.all([readFile(fontFile), cutFont()]);
  expect(committed.equals(cut)).toBe(true);
});

test('the font has every character in the web app', async () => {
  const files = await readdir(web, { recursive: true });
  const sources = files.filter((file) => /^(features|shell|ui|platform)\/.*(?<!\.test)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const texts = await Promise.all(sources.map((file) => readFile(join(web, file), 'utf8')));
  const written = new Set(texts.join('').replaceAll('\n', ''));
  expect([...written].filter((character) => !fontCharacters.includes(character))).toEqual([]);
});
