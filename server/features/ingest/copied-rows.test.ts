import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addAccounts } from '../../../tests/support/test-app.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { queryableOn } from '../../platform/database.ts';
import { CopiedRows } from './copied-rows.ts';
import { TemporaryTables } from './temporary-tables.ts';

const db = testDatabase();
let importing: PoolClient;

const loaded = { table: 'staff', by: 'id', of: `values ('s1'), ('s2')` };
const locked = { table: 'staff', rows: `select account_id, id from staff` };
const personWrites = (change: string) => db.database.pool.query(change);
const names = async () =>
  (await db.database.pool.query<{ name: string }>('select name from staff order by id')).rows.map(
    ({ name }) => name,
  );

beforeEach(async () => {
  await db.database.pool.query('truncate accounts, staff cascade');
  await addAccounts(db.database, [{ id: 'own' }]);
  await db.database.pool.query(
    `insert into staff (account_id, id, name) values ('own', 's1', 'Ann'), ('own', 's2', 'Bob')`,
  );
  importing = await db.database.pool.connect();
  await importing.query('begin');
});
afterEach(async () => {
  await importing.query('rollback');
  importing.release(true);
});

async function batch(work: (record: CopiedRows) => Promise<unknown>): Promise<void> {
  const database = queryableOn(importing);
  const record = new CopiedRows(database, new TemporaryTables(database), new Set(['staff']));
  await record.use(async () => {
    await record.load(loaded);
    await work(record);
  });
  await importing.query('commit');
}
const rename = (id: string, name: string) =>
  importing.query('update staff set name = $2 where id = $1', [id, name]);

test.each([
  ['a change', () => rename('s1', 'Imported')],
  ['a removal', () => importing.query(`delete from staff where id = 's1'`)],
])(
  '%s of a row that a person has saved since it was copied is refused, to be tried again',
  async (_, change) => {
    const written = batch(async () => {
      await personWrites(`update staff set name = 'Saved' where id = 's1'`);
      await change();
    });
    await expect(written).rejects.toMatchObject({ code: '40001' });
    await importing.query('rollback');
    expect(await names()).toEqual(['Saved', 'Bob']);
  },
);

test('a row that a person removed since the copy does not come back', async () => {
  const written = batch(async () => {
    await personWrites(`delete from staff where id = 's1'`);
    await rename('s1', 'Imported');
  });
  await expect(written).rejects.toMatchObject({ code: '40001' });
});

test('saves a row that no one else changed', async () => {
  await batch(() => rename('s1', 'Imported'));
  expect(await names()).toEqual(['Imported', 'Bob']);
});

test('reads a row again once it is locked, and people wait for it', async () => {
  let saving = Promise.resolve<unknown>(null);
  await batch(async (record) => {
    await personWrites(`update staff set name = name || ' Saved' where account_id = 'own'`);
    expect(await record.lock(locked)).toBe(2);
    await importing.query(`update staff set name = name || ' Imported' where id = 's1'`);
    await record.save();
    await rename('s2', 'Later');
    saving = personWrites(`update staff set name = name || ' Saved' where account_id = 'own' and id = 's2'`);
    await expect.poll(() => countLockWaits(db.database.pool)).toBe(1);
  });
  await saving;
  expect(await names()).toEqual(['Ann Saved Imported', 'Later Saved']);
});
