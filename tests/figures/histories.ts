import { afterAll, beforeAll, expect } from 'vitest';
import { csv, FeedFolders } from '../../server/features/ingest/feed-for-tests.ts';
import { importFolder } from '../../server/features/ingest/index.ts';
import { addPerson, signInAs, testApp, testNow } from '../support/test-app.ts';
import { Asking } from './asking.ts';
import type { Feed } from './feed-rows.ts';
import { type HistorySeed, historyOf } from './random-feed.ts';

/** A random history, its first feed imported, and somebody who may see all of it. */
export interface Played {
  first: Feed;
  second: Feed;
  asking: Asking;
}

/** Plays random histories, one beside the other, in a real application of the test file's own. */
export interface Histories {
  /** The moment of every question. */
  readonly now: Date;
  importFeed(feed: Feed): Promise<void>;
  played(seed: HistorySeed): Promise<Played>;
}

/** How many random histories a property is tried with. */
export const historyRuns = Number(process.env['FIGURES_RUNS'] ?? 6);
/** How long a property may take. */
export const patience = { timeout: 180_000 };

/** Gives the test file an application to play histories in. */
export function playHistories(): Histories {
  const here = testApp();
  const folders = new FeedFolders();
  let base = '';
  let runs = 0;
  beforeAll(async () => {
    base = await here.app.http.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => folders.remove());

  const importFeed = async (feed: Feed) => {
    const content: Record<string, string> = {};
    const add = (name: string, rows: readonly object[]) => {
      if (rows.length > 0) content[`${name}.csv`] = csv(rows as Record<string, string | number | boolean>[]);
    };
    add('accounts', feed.accounts);
    add('staff', feed.staff);
    add('campaigns', feed.campaigns);
    add('tracking-lines', feed.lines);
    add('calls', feed.calls);
    add('inquiries', feed.inquiries);
    add('appointments', feed.appointments);
    const report = await importFolder(here.database, await folders.folder(content), { files: here.files });
    expect(report.firstRejections).toEqual([]);
  };
  return {
    now: new Date(testNow),
    importFeed,
    async played(seed) {
      runs += 1;
      const { first, second } = historyOf(seed, `r${runs}-`);
      await importFeed(first);
      const id = `person-${runs}`;
      await addPerson(here.database, { id, accounts: first.accounts.map((account) => account.id) });
      return { first, second, asking: new Asking(base, await signInAs(here, `${id}@people.test`)) };
    },
  };
}
