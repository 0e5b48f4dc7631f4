import { expect, test } from 'vitest';
import { distribute } from '../../server/platform/distribution/distribute.ts';
import { importLock } from '../../server/platform/import-lock.ts';
import { testDatabase } from '../support/test-database.ts';

const here = testDatabase();

test('leaves a distributed database unchanged', async () => {
  const moved: string[] = [];
  const { nodes } = await distribute(here.database, (line) => moved.push(line));
  expect([nodes > 1, moved]).toEqual([true, []]);
});

test('nothing is moved while an import runs', async () => {
  const importing = await here.database.pool.connect();
  try {
    await importing.query('select pg_advisory_lock($1)', [importLock]);
    await expect(distribute(here.database, () => {})).rejects.toThrow('An import is running.');
  } finally {
    await importing.query('select pg_advisory_unlock($1)', [importLock]);
    importing.release();
  }
});
