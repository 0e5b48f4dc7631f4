import { afterAll, beforeAll, expect } from 'vitest';
import { csv, FeedFolders, importAgain } from '../../server/features/ingest/feed-for-tests.ts';
import { addPerson, signInAs, type TestApp, testApp, testNow } from '../support/test-app.ts';
import { DataClient } from './data-client.ts';
import type { Feed } from './feed-rows.ts';
import { type HistorySeed, historyOf } from './random-feed.ts';

/** A random history whose first feed is imported, and a client of a person who can see all of it. */
export interface Played {
  first: Feed;
  second: Feed;
  client: DataClient;
}

export interface Histories {
  readonly now: Date;
  importFeed(feed: Feed): Promise<void>;
  played(seed: HistorySeed): Promise<Played>;
}

/** How many random histories a property is tested with; `npm run torture` takes more. */
export const historyRuns = Number(process.env['FIGURES_RUNS'] ?? 2);
export const longTimeout = { timeout: 240_000 + historyRuns * 60_000 };

export async function importRows(
  here: Pick<TestApp, 'database' | 'files'>,
  folders: FeedFolders,
  feed: Feed,
): Promise<void> {
  const content: Record<string, string> = {};
  const add = (name: string, rows: readonly object[]) => {
    if (rows.length > 0) content[`${name}.csv`] = csv(rows as Record<string, string | number | boolean>[]);
  };
  add('accounts', feed.accounts);
  add('staff', feed.staff);
  add('mailing-areas', feed.areas);
  add('mailing-zones', feed.zones);
  add('campaigns', feed.campaigns);
  add('tracking-lines', feed.lines);
  add('calls', feed.calls);
  add('inquiries', feed.inquiries);
  add('appointments', feed.appointments);
  const report = await importAgain(here.database.pool, await folders.folder(content), { files: here.files });
  expect(report.firstRejections).toEqual([]);
}

/** Its columnar copy answers every query. `settings`: more environment variables. */
export function playHistories(settings: Record<string, string> = {}): Histories {
  const here = testApp(
    { LOG_LEVEL: 'silent', READ_MODEL: 'duckdb', ...settings },
    // on a busy machine the record would answer meanwhile
    { readModel: { leastCalls: 0, longestWait: longTimeout.timeout }, answers: {} },
  );
  const folders = new FeedFolders();
  let base = '';
  let runs = 0;
  beforeAll(async () => {
    base = await here.app.http.listen({ host: '127.0.0.1', port: 0 });
    await here.app.readModel.settled();
  });
  afterAll(async () => {
    await folders.remove();
    expect(here.app.readModel.answered.record).toBe(0);
  });

  const importFeed = (feed: Feed) => importRows(here, folders, feed);
  return {
    now: new Date(testNow),
    importFeed,
    async played(seed) {
      runs += 1;
      const { first, second } = historyOf(seed, `r${runs}-`);
      await importFeed(first);
      const id = `person-${runs}`;
      await addPerson(here.database, { id, accounts: first.accounts.map((account) => account.id) });
      return { first, second, client: new DataClient(base, await signInAs(here, `${id}@people.test`)) };
    },
  };
}
