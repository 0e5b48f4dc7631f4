import {
  beginClientView as beginRoute,
  findViewableContacts as findRoute,
} from '@mailcall/contract/client-views.ts';
import { findOffices as findOfficesRoute } from '@mailcall/contract/provider-offices.ts';
import * as contract from '@mailcall/contract/provider-people.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageMeta } from '../../platform/paging.ts';
import { beginClientView, type Identity, type Viewer } from '../identity/index.ts';
import {
  endSessionsOfPerson,
  invitePeople,
  invitePerson,
  openPerson,
  type PeopleDependencies,
  removePerson,
  savePerson,
  takeFeedOfPerson,
  unlockPerson,
} from './change-people.ts';
import { findViewableContacts } from './find-contacts.ts';
import { serveManagedTeam } from './manage-team.ts';
import { findOffices } from './office-choices.ts';
import { listPeople } from './people.ts';

export function serveTeam(
  routes: RouteServer<Viewer>,
  dependencies: PeopleDependencies & { identity: Identity },
): void {
  const { database, clock, identity } = dependencies;

  routes.serve(findRoute, async ({ viewer, query }) => ({
    records: await findViewableContacts(database.kysely, viewer, query.query),
  }));

  routes.serve(beginRoute, async ({ viewer, body }) => {
    const { secret } = identity;
    const begun = await beginClientView({ database, clock, secret }, viewer, body.contactId);
    return { ...begun, expiresAt: begun.expiresAt.toISOString() };
  });

  routes.serve(contract.listPeople, async ({ viewer, query }) => {
    const { total, people } = await listPeople(dependencies, viewer, query);
    return { meta: pageMeta(query, total, 0, clock.now()), records: people };
  });

  routes.serve(findOfficesRoute, async ({ viewer, query }) => ({
    records: await findOffices(database.kysely, viewer, query.query),
  }));

  routes.serve(contract.getPerson, ({ viewer, params }) => openPerson(dependencies, viewer, params.id));

  routes.serve(contract.invitePeople, ({ viewer, body }) => invitePeople(dependencies, viewer, body));

  routes.serve(contract.savePerson, async ({ viewer, params, body }) => {
    await savePerson(dependencies, viewer, params.id, body);
    return {};
  });

  routes.serve(contract.takeFeedOfPerson, async ({ viewer, params, body }) => {
    await takeFeedOfPerson(dependencies, viewer, params.id, body.column);
    return {};
  });

  routes.serve(contract.invitePerson, ({ viewer, params }) => invitePerson(dependencies, viewer, params.id));

  routes.serve(contract.unlockPerson, async ({ viewer, params }) => {
    await unlockPerson(dependencies, viewer, params.id);
    return {};
  });

  routes.serve(contract.endSessionsOfPerson, async ({ viewer, params }) => ({
    ended: await endSessionsOfPerson(dependencies, viewer, params.id),
  }));

  serveManagedTeam(routes, dependencies);

  routes.serve(contract.removePerson, async ({ viewer, params }) => ({
    ended: await removePerson(dependencies, viewer, params.id),
  }));
}
