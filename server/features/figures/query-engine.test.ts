import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { CodedList } from '../../platform/coded-list.ts';
import { type QueryOptions, recordEngine } from './query-engine.ts';
import { SharedAnswers } from './shared-answers.ts';

const here = testDatabase();

test('reads a statement of the same data once, and everything else separately', async () => {
  const record = recordEngine(here.database.kysely, new SharedAnswers());
  const read = async (value: number, options: Partial<QueryOptions>) => {
    const query = sql<{ version: number; read: string }>`
      select 7 as version, cast(gen_random_uuid() as text) as read where ${value} > 0`;
    const [row] = await record.countedRows(() => query, { accountIds: ['one'], ...options });
    return row?.read;
  };
  const data = { version: 7, identity: 'this database at 7' };
  const atOnce = await Promise.all([read(1, { data }), read(1, { data }), read(2, { data })]);
  expect(atOnce[0]).toBeDefined();
  expect(atOnce[1]).toBe(atOnce[0]);
  expect(await read(1, { data })).toBe(atOnce[0]);
  const others = [atOnce[2], await read(1, { data: { version: 8, identity: 'this database at 8' } })];
  const alone = [await read(1, {}), await read(1, {})];
  expect(new Set([atOnce[0], ...others, ...alone]).size).toBe(5);
});

test('reads another office’s statement separately although its version is equal', async () => {
  const record = recordEngine(here.database.kysely, new SharedAnswers());
  const data = { version: 7, identity: 'this database at 7' };
  const read = async (account: string) => {
    const query = sql<{ version: number; ids: string[] }>`
      select 7 as version, cast(${new CodedList('account', [account])} as text[]) as ids`;
    return (await record.countedRows(() => query, { accountIds: [account], data }))[0]?.ids;
  };
  expect([await read('one'), await read('other'), await read('one')]).toEqual([['one'], ['other'], ['one']]);
});
