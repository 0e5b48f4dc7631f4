import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer } from './support/start-server.ts';
import { cloneDatabase } from './support/test-database.ts';

test('the test server is the real application on a migrated database of its own', async () => {
  const server = await startServer();
  const answer = await fetch(`${server.url}/health`);
  expect(await answer.json()).toMatchObject({ database: 'reachable' });
  const { rows } = await server.database.pool.query(`select to_regclass('calls') is not null as migrated`);
  expect(rows).toEqual([{ migrated: true }]);
  await server.close();
});

test('a connection that is not released fails the file that acquired it', async () => {
  const clone = await cloneDatabase();
  await clone.database.pool.connect();
  await expect(clone.drop()).rejects.toThrow('1 connection(s) of the pool were not released');
});

test('a client that is not closed fails the file that created it', async () => {
  const clone = await cloneDatabase();
  const client = new pg.Client({ connectionString: clone.url, application_name: 'forgotten' });
  client.on('error', () => {});
  await client.connect();
  await expect(clone.drop()).rejects.toThrow('forgotten idle');
});
