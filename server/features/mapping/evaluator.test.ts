import { afterAll, afterEach, expect, it } from 'vitest';
import { Evaluator } from './evaluator.ts';
import { IdleProcesses } from './idle-processes.ts';

const idle = new IdleProcesses();
const opened: Evaluator[] = [];
afterEach(async () => {
  for (const evaluator of opened.splice(0)) await evaluator.close();
});
afterAll(() => idle.close());

function evaluatorOf(expressions: string[], hasFilter = false): Evaluator {
  const evaluator = new Evaluator({ expressions, hasFilter, timeouts: { batch: 1_500, row: 1_500 }, idle });
  opened.push(evaluator);
  return evaluator;
}

it('evaluates all expressions over each row', async () => {
  const results = await evaluatorOf(['a & "!"', '$sum(b)', 'missing', 'a = "x" ? null : false']).evaluate([
    { a: 'x', b: [1, 2] },
    { a: 'y', b: 4 },
  ]);
  expect(results).toEqual([{ values: ['x!', 3, undefined, null] }, { values: ['y!', 4, undefined, false] }]);
});

it.each<[expression: string, row: object, value: unknown]>([
  ['$id("callrail:", id)', { id: 'CAL1' }, 'callrail:CAL1'],
  ['$id("callrail:", id)', { id: 17 }, 'callrail:17'],
  ['$id("callrail:", id)', { id: null }, undefined],
  ['$id("callrail:", id)', {}, undefined],
  ['$id("callrail:", id)', { id: '  ' }, undefined],
  ['$id("callrail:", id)', { id: [] }, 'fails'],
  ['$id("callrail:", id)', { id: 2 ** 60 }, 'fails'],
  ['$id(a, "-", b)', { a: 'x', b: 0 }, 'x-0'],
  ['$id(a, "-", b)', { a: 'x', b: null }, undefined],
  ['$id()', {}, undefined],
  ['$join([first, last], " ")', { first: 'Ann', last: 'Smith' }, 'Ann Smith'],
  ['$join([first, last], " ")', { first: null, last: 'Smith' }, 'Smith'],
  ['$join([first, last], " ")', { last: ' Smith ' }, 'Smith'],
  ['$join([first, last], " ")', { first: '', last: 'Smith' }, 'Smith'],
  ['$join([first, last], " ")', { first: null }, undefined],
  ['$join([first, number], ", ")', { first: 'Ann', number: 5 }, 'Ann, 5'],
  ['$join(tags)', { tags: ['a', null, 'b'] }, 'ab'],
  ['$join(tags, ";")', { tags: 'a' }, 'a'],
  ['$join(tags, ";")', {}, undefined],
  ['tags ~> $join(", ")', { tags: ['a', 'b'] }, 'a, b'],
  ['$join([first, last], 5)', { first: 'Ann' }, 'fails'],
])('%s over %j is %j', async (expression, row, value) => {
  const [result] = await evaluatorOf([expression]).evaluate([{ ...row }]);
  expect(result).toEqual(
    value === 'fails'
      ? { values: [undefined], failures: [{ at: 0, reason: expect.any(String) }] }
      : { values: [value] },
  );
});

it('leaves its process to the next one, which evaluates its own expressions', async () => {
  const shared = new IdleProcesses();
  const first = new Evaluator({ expressions: ['false', 'a'], hasFilter: true, idle: shared });
  expect(await first.evaluate([{ a: 1 }])).toEqual([{ leftOut: true }]);
  await first.close();
  const child = shared.take();
  if (child) shared.put(child);
  const second = new Evaluator({ expressions: ['a + 1'], hasFilter: false, idle: shared });
  expect(await second.evaluate([{ a: 1 }])).toEqual([{ values: [2] }]);
  await second.close();
  expect(shared.take()).toBe(child);
  expect(child?.killed).toBe(false);
  shared.close();
  // a process that is returned later is ended
  if (child) shared.put(child);
  expect(child?.killed).toBe(true);
});

it('leaves out rows that the filter does not want, and evaluates nothing else for them', async () => {
  const results = await evaluatorOf(['kind = "in"', '$number(n)'], true).evaluate([
    { kind: 'in', n: '1' },
    { kind: 'out', n: 'no number' },
    { n: '3' },
  ]);
  expect(results).toEqual([{ values: [true, 1] }, { leftOut: true }, { leftOut: true }]);
});

it('says which expression failed, without what the row holds', async () => {
  const results = await evaluatorOf(['a', '$number(n)']).evaluate([{ n: 'Jordan' }, { a: 1, n: '2' }]);
  expect(results).toEqual([
    {
      values: [undefined, undefined],
      failures: [{ at: 1, reason: 'could not be evaluated (JSONata D3030, at character 8)' }],
    },
    { values: [1, 2] },
  ]);
});

it.each([
  ['a filter that is no condition', 'a', true, 'must be true or false'],
  ['a function', 'function($x) { $x }', false, 'gives a function instead of a value'],
  ['a function of JSONata', '$sum', false, 'gives a function instead of a value'],
  ['a long text', '$pad("x", 2e8)', false, 'gives more than a million characters'],
  // a busy machine reaches the time limit before the depth limit
  [
    'an endless recursion',
    '($f := function($n) { 1 + $f($n) }; $f(1))',
    false,
    /could not be evaluated|took longer than 100 ms/,
  ],
  ['an endless loop', '($f := function($n) { $f($n) }; $f(1))', false, 'took longer than 100 ms'],
])('fails %s', async (_, expression, hasFilter, reason) => {
  const [result] = await evaluatorOf([expression], hasFilter).evaluate([{ a: 'x' }]);
  const said: unknown = expect.stringMatching(reason);
  expect(result).toMatchObject(hasFilter ? { filterFailed: said } : { failures: [{ at: 0, reason: said }] });
});

it.each([
  ['a regular expression does not end', '$match(a, /^(b+)+$/)', `${'b'.repeat(40)}!`],
  ['a text needs more memory than there is', 'a = "bb" ? "" : $length($pad("x", $number(a)))', '200000000'],
])('goes on with the next row when %s', async (_, expression, bad) => {
  const evaluator = evaluatorOf(['"row " & n', expression]);
  const results = await evaluator.evaluate([
    { n: 1, a: 'bb' },
    { n: 2, a: bad },
    { n: 3, a: 'bb' },
  ]);
  expect(results).toMatchObject([
    { values: ['row 1', expect.anything()] },
    {
      values: ['row 2', undefined],
      failures: [{ at: 1, reason: 'took too long or needed too much memory' }],
    },
    { values: ['row 3', expect.anything()] },
  ]);
  expect(await evaluator.evaluate([{ n: 4, a: 'bb' }])).toMatchObject([
    { values: ['row 4', expect.anything()] },
  ]);
});
