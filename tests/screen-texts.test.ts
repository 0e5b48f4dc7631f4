import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modulesOf, root } from './support/imports.ts';
import { textsOf } from './support/texts.ts';

const maxWords = 12;

/** The footnote of the cards. */
const fixed: readonly RegExp[] = [
  /^The data used in this graph is derived from the calls we scored since …$/,
];

const sentences = (text: string) => text.split(/(?<=[.!?:;])\s+/);
const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\d…]/u.test(word)).length;
const isProse = (text: string) => !/[<>{}[\]]|=\w|\d[a-z]\d|^:/.test(text);

const isTooLong = (sentence: string) =>
  wordsIn(sentence) > maxWords && isProse(sentence) && !fixed.some((pattern) => pattern.test(sentence));

test('no sentence on a screen has more than 12 words, except explanations behind an info button', async () => {
  const paths = (await modulesOf(root, ['web'])).map(({ path }) => path);
  const long: string[] = [];
  for (const path of paths) {
    if (/\.test\.tsx?$|^web\/(?:build|dist)\//.test(path)) continue;
    for (const { line, text } of textsOf(path, await readFile(join(root, path), 'utf8')))
      for (const sentence of sentences(text))
        if (isTooLong(sentence)) long.push(`${path}:${line} ${wordsIn(sentence)} words: ${sentence}`);
  }
  expect(long).toEqual([]);
});

test('finds a long sentence in JSX, a string and a template, but not in an explanation', () => {
  const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
  const source = `const about = '${long}'; const a = '${long}'; const b = \`\${a} ${long}\`; const c = <p>${long}</p>;`;
  const found = textsOf('a.tsx', source).filter(({ text }) => sentences(text).some(isTooLong));
  expect(found.map(({ text }) => text)).toEqual([long, `… ${long}`, long]);
});
