import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { CodedList } from '../coded-list.ts';
import { compileForDuckDb } from './compile-statement.ts';

const codes = new Map([
  ['a', 1],
  ['b', 2],
]);
const compile = (statement: RawBuilder<unknown>) =>
  compileForDuckDb(statement, (_kind, ids) => ids.flatMap((id) => codes.get(id) ?? []));

test.each<[RawBuilder<unknown>, text: string, values: string[]]>([
  [sql`x = any(${new CodedList('account', ['a', 'b', 'unknown'])})`, 'x in (1, 2)', []],
  [
    sql`x = any(${new CodedList('account', ['unknown'])}) and true`,
    'x in (select null where false) and true',
    [],
  ],
  [sql`x = any(${[9, 7, 8]}) and z = any(${[7, 9, 10]})`, '(x between 7 and 9) and z in (7, 9, 10)', []],
  [
    sql`${sql.ref('y')} = any(${[1, 2, 3]}) and a + x = any(${[1, 2, 3]}) and not t.x = any(${[1, 2, 3, 12, 4, 11, 10, 10]})`,
    '"y" in (1, 2, 3) and a + x in (1, 2, 3) and not (t.x between 1 and 4 or t.x between 10 and 12)',
    [],
  ],
  [
    sql`not x = any(${[1, 3, 5, 7, 9, 11]}) and a + x = any(${[1, 3, 5, 7, 9, 11]})`,
    'not (list_contains([1, 3, 5, 7, 9, 11], x) and x between 1 and 11) and a + x in (1, 3, 5, 7, 9, 11)',
    [],
  ],
  [sql`x = any(${[7, 8]}) or y = any(${['it', "isn't"]})`, 'x in (7, 8) or y in ($1, $2)', ['it', "isn't"]],
  [
    sql`at >= ${new Date('2026-03-01T05:00:00Z')} and n = ${-3} and t = ${true}`,
    "at >= timestamptz '2026-03-01T05:00:00.000Z' and n = -3 and t = true",
    [],
  ],
  [
    sql`select ${sql.ref('calls.id')} where ${sql.join([sql`a = ${'x'}`, sql`b = ${null}`], sql` and `)}`,
    'select "calls"."id" where a = $1 and b = null',
    ['x'],
  ],
])('%#: values that tables are searched by are in the text', (statement, text, values) => {
  expect(compile(statement)).toEqual({ text, values });
});

test('rejects a list that only PostgreSQL understands', () => {
  expect(() => compile(sql`select unnest(${['a']})`)).toThrow(TypeError);
});

test('compares a column with more numbers than can be compared while it is read by looking them up', () => {
  const odd = (count: number) => Array.from({ length: count }, (_, at) => 2 * at + 1);
  expect(compile(sql`x = any(${odd(500)})`).text).toContain('list_contains');
  expect(compile(sql`x = any(${odd(501)})`).text).toMatch(/^x in \(1, 3, /);
});
