import {
  beginClientView as beginRoute,
  findViewableContacts as findRoute,
} from '@mailcall/contract/client-views.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { beginClientView, type Viewer } from '../identity/index.ts';
import { findViewableContacts } from './find-contacts.ts';

export function serveTeam(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    identity,
  }: Pick<Dependencies, 'database' | 'clock'> & { identity: { secret: Uint8Array } },
): void {
  routes.serve(findRoute, async ({ viewer, query }) => ({
    records: await findViewableContacts(database.kysely, viewer, query.query),
  }));

  routes.serve(beginRoute, async ({ viewer, body }) => {
    const { secret } = identity;
    const begun = await beginClientView({ database, clock, secret }, viewer, body.contactId);
    return { ...begun, expiresAt: begun.expiresAt.toISOString() };
  });
}
