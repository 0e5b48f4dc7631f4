import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { importFeed as importIntoPlain } from '../../server/features/ingest/import-feed.ts';
import {
  copyTarget,
  listSequences,
  listTables,
  rowsOf,
  useExactText,
} from '../../server/features/backup/tables.ts';
import { plainDatabaseOf } from '../support/citus-cluster.ts';

export { importInSession, ImportStopped } from '../../server/features/ingest/import-feed.ts';

/** The rows of each table as lines of COPY, sorted. */
async function readRows(client: pg.PoolClient): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for (const table of await listTables(client)) {
    const lines = (await buffer(rowsOf(client, table))).toString().split('\n').filter(Boolean);
    rows.set(copyTarget(table), lines.sort().join('\n'));
  }
  return rows;
}

/** Makes the tables of a database those of another one; writes only tables that differ. */
async function copyRecord(from: pg.Pool, to: pg.Pool): Promise<void> {
  const [source, target] = [await from.connect(), await to.connect()];
  try {
    for (const client of [source, target]) {
      await client.query('begin');
      await useExactText(client);
    }
    const wanted = await readRows(source);
    for (const [table, rows] of await readRows(target)) {
      const next = wanted.get(table) ?? '';
      if (next === rows) continue;
      await target.query(`delete from ${table.slice(0, table.indexOf(' ('))}`);
      if (next)
        await pipeline(Readable.from([`${next}\n`]), target.query(copyFrom(`copy ${table} from stdin`)));
    }
    for (const { part, name, value } of await listSequences(source))
      await target.query('select setval($1::regclass, $2)', [
        `${part === 'jobs' ? 'graphile_worker' : 'public'}.${name}`,
        value,
      ]);
    await target.query('commit');
    await source.query('commit');
  } finally {
    for (const client of [source, target]) client.release(true);
  }
}

/**
 * Imports into a plain database with the rows of the cluster's, and brings what it has then to the cluster: the import does not run
 * on a distributed database. So the tests of everything else have something to read there.
 */
export const importFeed: typeof importIntoPlain = async (database, source, options) => {
  const plain = new pg.Pool({ connectionString: await plainDatabaseOf(database.pool), max: 10 });
  try {
    await copyRecord(database.pool, plain);
    return await importIntoPlain({ ...database, pool: plain }, source, options);
  } finally {
    await copyRecord(plain, database.pool);
    await plain.end();
  }
};
