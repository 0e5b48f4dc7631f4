/*
 * Client health: which offices their account manager should call today, and what to say.
 *
 *   count-clients    counts the figures of each office again, for the worker
 *   list-clients     the page Client Health of the provider's desk, and its file
 *
 * Rules: contract/rules/client-health.ts. Terms come from figures, callbacks and scope.
 *
 * Tables: client_health.
 * Routes: GET /provider/health and /provider/health/file.
 */
import {
  type ClientHealth,
  exportClientHealth,
  listClientHealth,
  maxExportedClients,
} from '@mailcall/contract/client-health.ts';
import { percent } from '@mailcall/contract/rules/rates.ts';
import type { Dependencies } from '../../dependencies.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageMeta } from '../../platform/paging.ts';
import { csvMediaType, csvRow, utf8Mark } from '../../platform/write-csv.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { countFound, readClients } from './list-clients.ts';

export { countClients } from './count-clients.ts';

const columns = [
  'Office',
  'Office id',
  'What to say',
  'Last sign-in',
  'Callbacks overdue',
  'Calls of the last 30 days',
  'Scored %',
  'Missed %',
  'Missed % of the 90 days before',
  'Mailings without calls',
  'Open disputes',
  'Counted at',
];

const rowOf = (client: ClientHealth): string =>
  csvRow([
    client.accountName,
    client.accountId,
    client.reasons.map(({ sentence }) => sentence).join(' '),
    client.lastSignInAt,
    client.overdueCallbacks,
    client.calls,
    client.calls === 0 ? null : percent(client.scoredCalls, client.calls),
    client.missedRate,
    client.missedRateBefore,
    client.silentMailings,
    client.openDisputes,
    client.countedAt,
  ]);

export function serveClientHealth(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
): void {
  const { database, clock } = dependencies;

  routes.serve(listClientHealth, async ({ viewer, query: { query, ...page } }) => {
    const [{ total, countedAt }, records] = await Promise.all([
      countFound(database.kysely, viewer, query),
      readClients(dependencies, viewer, query, page),
    ]);
    return {
      meta: pageMeta(page, total, 0, clock.now()),
      countedAt: countedAt?.toISOString() ?? null,
      records,
    };
  });

  routes.serve(exportClientHealth, async ({ viewer, query: { query }, reply }) => {
    const clients = await readClients(dependencies, viewer, query, { page: 1, pageSize: maxExportedClients });
    const at = clock.now();
    await recordActivity(
      database.kysely,
      clients.map(({ accountId }) => ({
        accountId,
        contactId: viewer.contactId,
        action: 'export',
        subject: { kind: 'client health', id: accountId },
        at,
      })),
    );
    setFileHeaders(reply, {
      name: `client-health-${at.toISOString().slice(0, 10)}.csv`,
      mediaType: csvMediaType,
    });
    reply.header('cache-control', 'no-store');
    await reply.send(`${utf8Mark}${csvRow(columns)}${clients.map(rowOf).join('')}`);
  });
}
