import {
  maxAccessEntries,
  operateAccess,
  operateAccounts,
  operateContacts,
  operateOverview,
} from '@mailcall/contract/operate.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { listApiKeys, presentApiKey } from '../api-keys/index.ts';
import { listGrants, type Viewer } from '../identity/index.ts';
import { countAccess, listAccess } from './access-log.ts';
import { listAccounts } from './accounts.ts';
import { listContacts } from './contacts.ts';
import { listQueues } from './queues.ts';
import { readVersion } from './version.ts';

/** Serves what operators see of all accounts; who is one, the routes' access says. Nothing is changed here. */
export function serveOperators(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    warnings,
  }: Pick<Dependencies, 'database' | 'clock'> & {
    /** The warnings of /health. */
    warnings: () => Promise<string[]>;
  },
): void {
  const { kysely } = database;

  routes.serve(operateOverview, async () => {
    const now = clock.now();
    const [told, version, queues, keys, grants] = await Promise.all([
      warnings(),
      readVersion(database),
      listQueues(kysely, now),
      listApiKeys(kysely),
      listGrants(kysely, now),
    ]);
    return { warnings: told, version, queues, apiKeys: keys.map((key) => presentApiKey(key, now)), grants };
  });

  routes.serve(operateAccounts, async ({ query: { query, ...page } }) => {
    const { total, records } = await listAccounts(kysely, { query }, page);
    return { meta: { total_count: total }, records };
  });

  routes.serve(operateContacts, async ({ query: { query, ...page } }) => {
    const { total, records } = await listContacts(kysely, { query }, page);
    return { meta: { total_count: total }, records };
  });

  routes.serve(operateAccess, async ({ query: page }) => {
    const total = await countAccess(kysely, maxAccessEntries);
    const isPast = (page.page - 1) * page.pageSize >= maxAccessEntries;
    const { records } = isPast ? { records: [] } : await listAccess(kysely, {}, page);
    return { meta: { total_count: total }, records };
  });
}
