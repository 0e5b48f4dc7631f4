import { listAppointments as listAppointmentsRoute } from '@mailcall/contract/appointments.ts';
import { listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import type { CallFilters } from '@mailcall/contract/call-filters.ts';
import { lastThirtyDaysFilters } from '@mailcall/contract/rules/outcome.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { QueryEngine, RepeatedAnswers } from '../figures/index.ts';
import { listAppointments } from './list-appointments.ts';
import { listCalls } from './list-calls.ts';

/** The last 30 days begin later with each request. */
const hasLastThirtyDays = (filters: CallFilters | undefined): boolean =>
  filters?.outcome?.some((outcome) => lastThirtyDaysFilters.includes(outcome)) ?? false;

export function serveLists(
  routes: RouteServer<Viewer>,
  {
    database,
    readModel,
    answers,
  }: Pick<Dependencies, 'database'> & { readModel: QueryEngine; answers: RepeatedAnswers },
): void {
  const sources = { database: database.kysely, readModel };

  routes.serve(listCallsRoute, (request) =>
    answers.inScope(
      listCallsRoute,
      request,
      (scope, now, options) => listCalls(sources, scope, request.query, now, options),
      { lastThirtyDays: hasLastThirtyDays(request.query.filters), callsOf: ({ records }) => records },
    ),
  );

  routes.serve(listAppointmentsRoute, (request) =>
    answers.inScope(
      listAppointmentsRoute,
      request,
      (scope, now, options) => listAppointments(sources, scope, request.query, now, options),
      {
        lastThirtyDays: hasLastThirtyDays(request.query.filters),
        callsOf: ({ records }) => records.map(({ call }) => call),
      },
    ),
  );
}
