import { listAppointments as listAppointmentsRoute } from '@mailcall/contract/appointments.ts';
import { listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import type { Dependencies } from '../../dependencies.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { checkScope, type QueryEngine } from '../scope/index.ts';
import { listAppointments } from './list-appointments.ts';
import { listCalls } from './list-calls.ts';

/** Serves the lists of calls and appointments. */
export function serveLists(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    readModel,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { readModel: QueryEngine },
): void {
  const sources = { database: database.kysely, readModel };

  routes.serve(listCallsRoute, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    return listCalls(sources, scope, query, now, clientLeft(reply));
  });

  routes.serve(listAppointmentsRoute, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    return listAppointments(sources, scope, query, now, clientLeft(reply));
  });
}
