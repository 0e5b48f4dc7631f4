import { deskUpdates, liveUpdates, liveVersion } from '@mailcall/contract/live.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { notValid, tooManyAttempts } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Notifications } from '../../platform/notifications.ts';
import { sessionEndedChannel, type Viewer } from '../identity/index.ts';
import { queryInScope, recordEngine } from '../figures/index.ts';
import { callInScope, checkAccountsWithSubAccounts, checkScope } from '../scope/index.ts';
import { type LiveReader, LiveStreams } from './live-streams.ts';

const retryAfter = 60;

type Scope = NonNullable<Viewer['team']>['scope'];

const isSameScope = (now: Scope | undefined, before: Scope): boolean =>
  now !== undefined &&
  (now === 'all' || before === 'all'
    ? now === before
    : now.size === before.size && [...now].every((id) => before.has(id)));

export function serveLive(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment: { dayMode },
    notifications,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { notifications: Notifications },
): void {
  const streams = new LiveStreams(notifications, { sessionEndedChannel });

  const open = async (
    reader: LiveReader,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) => {
    if (streams.isFull(reader.contactId)) throw tooManyAttempts(retryAfter);
    await streams.listen();
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      // not reused, so that a stopping server need not wait for it
      connection: 'close',
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    // HEAD has no body and ends with its headers
    if (request.method === 'HEAD') raw.end();
    else streams.add(reader, raw);
  };

  routes.serve(liveUpdates, async ({ viewer, query, identifyAgain, ...answer }) => {
    const accountIds = new Set(await checkAccountsWithSubAccounts(database.kysely, viewer, query));
    if (accountIds.size === 0) throw notValid({ accountIds: 'Name at least one account.' });
    const contactId = viewer.clientView?.by ?? viewer.contactId;
    const mayReceive = async () => {
      const now = await identifyAgain();
      return now.limited === viewer.limited && [...accountIds].every((id) => now.accountIds.has(id));
    };
    await open({ contactId, accountIds, receivesDesigns: !viewer.limited, mayReceive }, answer);
  });

  routes.serve(deskUpdates, async ({ viewer, identifyAgain, ...answer }) => {
    const scope = viewer.team?.scope ?? new Set<string>();
    const mayReceive = async () => isSameScope((await identifyAgain()).team?.scope, scope);
    await open({ contactId: viewer.contactId, scope, mayReceive }, answer);
  });

  routes.serve(liveVersion, async ({ viewer, query }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode });
    const { rows, meta } = await queryInScope<{ calls: number }>(
      recordEngine(database.kysely),
      scope,
      (checked) => sql`select count(*)::int as calls from calls where ${callInScope(checked)}`,
      now,
    );
    return { calls: rows[0]?.calls ?? 0, meta };
  });
}
