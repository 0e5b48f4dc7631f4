import { listAppointments as listAppointmentsRoute } from '@mailcall/contract/appointments.ts';
import { listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { checkScope } from '../scope/index.ts';
import { listAppointments } from './list-appointments.ts';
import { listCalls } from './list-calls.ts';

/** Serves the lists of calls and appointments. */
export function serveLists(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(listCallsRoute, async ({ viewer, query }) => {
    const now = clock.now();
    return listCalls(database.kysely, await checkScope(database.kysely, viewer, query, now), query, now);
  });

  routes.serve(listAppointmentsRoute, async ({ viewer, query }) => {
    const now = clock.now();
    return listAppointments(
      database.kysely,
      await checkScope(database.kysely, viewer, query, now),
      query,
      now,
    );
  });
}
