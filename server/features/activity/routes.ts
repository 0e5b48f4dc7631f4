import {
  exportActivity,
  listActivity,
  maxActivityAccounts,
  maxExportedActivity,
} from '@mailcall/contract/activity.ts';
import { daysAt } from '@mailcall/contract/time/days.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageLimit, pageMeta } from '../../platform/paging.ts';
import { csvMediaType } from '../../platform/write-csv.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordActivity } from './record-activity.ts';
import { accountNamesOf, readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { checkAccounts, dayZonesOf } from '../scope/index.ts';
import { activityFile } from './activity-file.ts';
import { countActivity, readActivity } from './read-activity.ts';

const maxCountedAhead = 10_000;

/** Requested accounts with the viewer as primary contact. @throws {Problem} 403 for another customer's accounts; 400 for too many */
async function primaryAmong(
  database: Queryable,
  viewer: Viewer,
  selected: { accountIds: string[] },
): Promise<string[]> {
  const accountIds = checkAccounts(viewer, selected);
  // a scoreboard grant shows an office's calls but not its activity
  const primary = new Set(await readPrimaryAccounts(database, viewer.contactId));
  const ids = accountIds.filter((id) => primary.has(id) && !viewer.grantedIds.has(id));
  if (ids.length > maxActivityAccounts)
    throw notValid({ accountIds: `Select at most ${maxActivityAccounts} accounts.` });
  return ids;
}

/** With offices that were merged into these: their activity, and its seals, keep the old id. */
const withMerged = ({ mergedIds }: Viewer, accountIds: readonly string[]): string[] => {
  const read = new Set(accountIds);
  return [...read, ...[...mergedIds].flatMap(([id, into]) => (read.has(into) ? [id] : []))];
};

export function serveOfficeActivity(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    provider,
  }: Pick<Dependencies, 'database' | 'clock'> & { provider: Pick<Provider, 'showScorers'> },
): void {
  const { kysely } = database;
  const showsTeam = provider.showScorers;

  routes.serve(listActivity, async ({ viewer, query }) => {
    const accountIds = withMerged(viewer, await primaryAmong(kysely, viewer, query));
    const filters = { ...query, showsTeam, accountIds };
    const records = await readActivity(kysely, filters, pageLimit(query));
    const total = await countActivity(kysely, filters, query.page * query.pageSize + maxCountedAhead);
    // version 0: entries are added all the time
    return { meta: pageMeta(query, total, 0, clock.now()), records };
  });

  routes.serve(exportActivity, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const accountIds = await primaryAmong(kysely, viewer, query);
    const filters = { ...query, showsTeam, accountIds: withMerged(viewer, accountIds) };
    const limit = pageLimit({ page: 1, pageSize: maxExportedActivity });
    const entries = await database.transaction(async (transaction) => {
      const read = await readActivity(transaction, filters, limit);
      await recordActivity(
        transaction,
        accountIds.map((accountId) => ({
          accountId,
          contactId: viewer.contactId,
          action: 'export',
          subject: { kind: 'activity', id: accountId },
          at: now,
        })),
      );
      return read;
    });
    // in the offices' days, like its dates
    const { endDate: today } = daysAt(now, await dayZonesOf(kysely, 'office', accountIds));
    setFileHeaders(reply, {
      name: `activity-${today}.csv`,
      mediaType: csvMediaType,
    });
    reply.header('cache-control', 'no-store');
    await reply.send(activityFile(entries, await accountNamesOf(kysely, viewer.accountIds)));
  });
}
