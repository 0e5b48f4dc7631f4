import { expect, test } from 'vitest';
import { readExpression } from './expressions.ts';

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
