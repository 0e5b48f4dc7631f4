import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** Words that cite a document outside the repository: a numbered specification or a design that no reader here has. */
const citation =
  /\((?:spec \d|design: (?:figures|gaps|grades|identity|downloads|mailings))|\bthe specification(?:'s|’s)?\b/gi;

const citationsIn = (text: string): string[] => text.match(citation) ?? [];

const folders = ['bench', 'contract', 'demo', 'docs', 'server', 'tests', 'tools', 'web'];

async function writtenFiles(): Promise<string[]> {
  const below = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((path) => join(folder, path)),
    ),
  );
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...below.flat()].filter(
    (path) =>
      /\.(ts|tsx|mjs|sql|css|md)$/.test(path) &&
      !/(^|\/)(node_modules|dist[^/]*)\//.test(path) &&
      path !== join('tests', 'citations.test.ts'),
  );
}

test('nothing cites a document that is not in the repository', async () => {
  const files = await writtenFiles();
  expect(files.length).toBeGreaterThan(500);
  const found = await Promise.all(
    files.map(async (path) =>
      citationsIn(await readFile(join(root, path), 'utf8')).map((words) => `${path}: ${words}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test.each(['a rule (spec 2 §7)', 'a figure (design: figures)', 'as the specification says'])(
  '%j is a citation',
  (text) => {
    expect(citationsIn(text)).toHaveLength(1);
  },
);
