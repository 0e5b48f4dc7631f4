import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

async function readGlossary(): Promise<{ word: string; identifier: string }[]> {
  const page = await readFile(join(root, 'docs/reference/glossary.md'), 'utf8');
  return [...page.matchAll(/^- \*\*([^*]+)\*\*: .* \((`[^)]+`)\)$/gm)].flatMap(([, word = '', code = '']) =>
    [...code.matchAll(/`([^`]+)`/g)].map(([, identifier = '']) => ({ word, identifier })),
  );
}

async function readSources(): Promise<string> {
  const texts: string[] = [];
  for (const folder of ['contract', 'server', 'web']) {
    for (const path of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.(tsx?|sql)$/.test(path) || /\.test\.tsx?$|node_modules|(^|\/)dist\//.test(path)) continue;
      texts.push(`${folder}/${path}`, await readFile(join(root, folder, path), 'utf8'));
    }
  }
  return texts.join('\n');
}

const glossary = await readGlossary();
const sources = await readSources();

test('the glossary names identifiers for its words', () => {
  expect(glossary.length).toBeGreaterThan(80);
});

test.each(glossary)('$identifier ($word) occurs in the code', ({ identifier }) => {
  const escaped = identifier.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  expect(new RegExp(`(?<!\\w)${escaped}(?!\\w)`).test(sources)).toBe(true);
});

test('the words of the glossary are in alphabetical order', () => {
  const words = [...new Set(glossary.map(({ word }) => word))];
  expect(words).toEqual(words.toSorted((first, second) => first.localeCompare(second, 'en')));
});
