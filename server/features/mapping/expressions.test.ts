import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonata from 'jsonata';
import { expect, test } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { slowness } from '../../../tests/support/regular-expressions.ts';
import { readExpression } from './expressions.ts';
import { readMapping } from './mapping.ts';

test.each<[text: string, names: string[] | null]>([
  ['name', ['name']],
  ['`Call ID`', ['Call ID']],
  ['$uppercase(a) & " " & `Last name`', ['a', 'Last name']],
  ['a.b.c', ['a']],
  ['items[kind = "x"].value', ['items']],
  ['$map(items, function($item) { $item.name })', ['items']],
  ['a ? b : c', ['a', 'b', 'c']],
  ['[a, b]', ['a', 'b']],
  ['{"x": a}', ['a']],
  ['($y := a; $y + b)', ['b', 'a']],
  ['a ~> $trim', ['a']],
  ['$string(a) & $not(b)', ['a', 'b']],
  ['items.$string()', ['items']],
  ['$lookup("a")', null],
  ['$string()', null],
  ['$keys()[0]', null],
  ['$each(function($value, $key) { $key })', null],
  ['b & $join($spread().$string())', null],
  ['$', null],
  ['$$.a', null],
  ['items[kind = $$.a]', null],
  ['*', null],
  ['**.a', null],
  ['items.(%.a)', null],
])('%s reads the names %j', (text, names) => {
  expect(readExpression(text).names?.toSorted() ?? null).toEqual(names?.toSorted() ?? null);
});

test.each([
  ['name', { column: 'name' }],
  ['`Call ID`', { column: 'Call ID' }],
  ['"Mail"', { constant: 'Mail' }],
  ['12', { constant: '12' }],
  ['null', { constant: '' }],
  ['name[0]', null],
  ['a.b', null],
  ['"a" & b', null],
])('%s is known to be %j', (text, plain) => {
  expect(readExpression(text).plain).toEqual(plain);
});

test.each([
  ['$eval("1")', 'uses $eval'],
  ['$now()', 'uses $now'],
  ['a & $millis()', 'uses $millis'],
  ['[1].($random())', 'uses $random'],
  ['($f := $shuffle; $f(a))', 'uses $shuffle'],
  ['$map(a, $eval)', 'uses $eval'],
  ['a ~> $shuffle', 'uses $shuffle'],
  ['a[$random() > 0.5]', 'uses $random'],
  ['{"x": $now()}', 'uses $now'],
  ['a +', 'is not a JSONata expression, at character 3'],
])('refuses %s', (text, words) => {
  expect(() => readExpression(text)).toThrow(words);
});

function patternsOf(tree: unknown): RegExp[] {
  if (tree instanceof RegExp) return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(patternsOf) : [];
}

test('every regular expression of the ready mappings takes a time that grows no faster than its text', async () => {
  const found: RegExp[] = [];
  const paths = ['connectors/*/mapping.yaml', 'docs/connect/mapping-example/mapping.yaml'];
  for await (const path of glob(paths, { cwd: root })) {
    const { files } = readMapping(path, await readFile(join(root, path), 'utf8'));
    for (const { where, columns } of files) {
      const origins = columns.flatMap(({ origin }) => ('expression' in origin ? [origin.expression] : []));
      for (const { text } of where ? [where, ...origins] : origins)
        found.push(...patternsOf(jsonata(text).ast()));
    }
  }
  expect(found.length).toBeGreaterThan(0);
  for (const { source, flags } of found)
    expect([source, await slowness(source, flags)]).toEqual([source, null]);
});
