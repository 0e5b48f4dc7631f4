import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modulesOf, root } from './support/imports.ts';
import { slowExpressions } from './support/regular-expressions.ts';

const folders = ['contract', 'server', 'web', 'demo', 'tools'];
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

test('every regular expression of the product takes a time that grows no faster than its text', async () => {
  const paths = (await modulesOf(root, folders)).map(({ path }) => path).filter((path) => !isTest(path));
  expect(paths.length).toBeGreaterThan(800);
  const slow: string[] = [];
  for (const path of paths)
    slow.push(...(await slowExpressions(path, await readFile(join(root, path), 'utf8'))));
  expect(slow).toEqual([]);
});

test.each<[what: string, source: string, problems: string[]]>([
  ['the square of its text', 'const a = /^0+(?:[- ]?0+)?$/;', ['a.ts:1 /^0+(?:[- ]?0+)?$/']],
  ['more than any power of it', 'const a = 1;\nf(/^(a|a)*$/);', ['a.ts:2 /^(a|a)*$/']],
  ['the square in a part of a template', 'const a = `${b.replace(/ +$/, "")}`;', ['a.ts:1 / +$/']],
  ['its length', 'const a = /^0+(?:[- ]0+)?$/;', []],
  ['nobody knows, made of a text', 'const a = new RegExp(b);', ['a.ts:1 a regular expression made of']],
  ['nobody knows, made without new', 'const a = RegExp("b");', ['a.ts:1 a regular expression made of']],
  ['nobody knows, made by a method', 'const a = b.match(`${c}`);', ['a.ts:1 a regular expression made of']],
  ['the square, with a reason', '// safe pattern: of ten characters\nconst a = / +$/;', []],
  ['the square, with a reason of two lines', '// safe pattern: of ten\n// characters\nconst a = / +$/;', []],
  ['the square, with a reason behind it', 'const a = / +$/; // safe pattern: of ten characters', []],
  ['its length, with a reason', '// safe pattern: none\nconst a = /^ +$/;', ['a.ts:2 needs no exception']],
  ['nothing, with a reason', 'const a = 1;\n// safe pattern: none', ['a.ts:3 needs no exception']],
  ['the square, without a reason', '// safe pattern:\nconst a = / +$/;', ['a.ts:2 / +$/']],
])('judges an expression that takes %s', async (_, source, problems) => {
  const found = await slowExpressions('a.ts', source);
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});
