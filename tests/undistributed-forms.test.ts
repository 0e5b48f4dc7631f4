import { beforeAll, expect, test } from 'vitest';
import { placements } from '../server/platform/distribution/placement.ts';
import { testDatabase } from './support/test-database.ts';
import { loadParser, undistributedForms } from './support/undistributed-forms.ts';

const here = testDatabase();
beforeAll(loadParser);

test.each<[statement: string, forms: string[]]>([
  ['select id from calls where account_id = $1 and id = $2 for update', []],
  [
    'select id from calls c where c.account_id = any($1) for update',
    ['locks rows without account_id = of one account'],
  ],
  [
    'select id from calls where account_id = $1 or id = $2 for update',
    ['locks rows without account_id = of one account'],
  ],
  ['select id from contacts where id = $1 for update', []],
  ['select exists (select from calls)', ['has a subquery without a column (select 1 from …)']],
  ['select exists (select 1 from calls)', []],
  [
    'insert into account_version values ($1) on conflict (account_id) do update set changed_at = now()',
    ['has a function of the time or of chance in the action of on conflict'],
  ],
  [
    'insert into account_version values ($1, now()) on conflict (account_id) do update set changed_at = excluded.changed_at',
    [],
  ],
  [
    `update access_log set seal = 1 where account_id = $1 returning to_char(happened_at, 'YYYY')`,
    ['has a function that is not immutable in returning'],
  ],
  [
    `with sealed as (delete from access_log where account_id = $1 returning id, now()) select id from sealed`,
    ['has a function that is not immutable in returning'],
  ],
  ['update access_log set seal = 1 where account_id = $1 returning id, lower(action)', []],
  [`update sessions set ended_at = $1 returning to_char(ended_at, 'YYYY')`, []],
  ['select count(*) from calls group by grouping sets ((campaign_id), ())', ['has grouping sets']],
  [
    'with recursive own as (select id from accounts) select calls.id from calls join own on own.id = account_id',
    ['has a recursive query together with a distributed table'],
  ],
  ['with recursive own as (select id from accounts) select id from own', []],
  [
    'select to_jsonb(found) from (select account_id, id from calls) found',
    ['makes JSON of whole rows of a subquery, whose columns lose their names'],
  ],
  ['select to_jsonb(found) from calls found', []],
  [
    'delete from access_log where ctid = any(array(select ctid from access_log limit 1))',
    ['names a row by ctid, which each machine has'],
  ],
  ['update calls set account_id = $1', ['changes the account of a row']],
  [
    'select 1 from unnest($1::text[]) id cross join lateral (select * from calls where account_id = id limit 1) one',
    ['has a limit in a lateral subquery of a distributed table, for rows of a function'],
  ],
  [
    'select 1 from account_version a cross join lateral (select * from calls where calls.account_id = a.account_id limit 1) one',
    [],
  ],
])('%s', (statement, forms) => {
  expect(undistributedForms(statement)).toEqual(forms);
});

test('it is decided of each table where its rows are in a distributed database', async () => {
  const { rows } = await here.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  expect([...placements.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('a distributed table has the account in its primary key', async () => {
  const { rows } = await here.database.pool.query<{ name: string }>(
    `select indrelid::regclass::text as name from pg_index
     join pg_attribute on attrelid = indrelid and attname = 'account_id' and attnum = any(indkey) where indisprimary`,
  );
  const keyed = new Set(rows.map(({ name }) => name));
  const distributed = [...placements].filter(([, placement]) => placement === 'distributed');
  expect(distributed.filter(([table]) => !keyed.has(table))).toEqual([]);
});
