import type { QueryResultRow } from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { testDatabase } from './test-database.ts';
import { emptyRecord, FeedFolders, type FolderContent } from '../../server/features/ingest/feed-for-tests.ts';

export function testRecord() {
  const db = testDatabase();
  const folders = new FeedFolders();
  beforeEach(() => emptyRecord(db.database.pool));
  afterEach(() => folders.remove());

  const read = async <Row extends QueryResultRow>(sql: string, ...values: unknown[]) =>
    (await db.database.pool.query<Row>(sql, values)).rows;
  return {
    db,
    folders,
    read,
    one: async (sql: string, ...values: unknown[]) => (await read(sql, ...values))[0],
    write: (sql: string, ...values: unknown[]) => db.database.pool.query(sql, values),
    async feed(content: FolderContent) {
      const report = await folders.import(db.database.pool, content);
      expect(report.firstRejections).toEqual([]);
      return report;
    },
  };
}
