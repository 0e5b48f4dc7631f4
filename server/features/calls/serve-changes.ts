import {
  createAppointment as createAppointmentRoute,
  resolveCall as resolveCallRoute,
} from '@mailcall/contract/resolve.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { createAppointment } from './create-appointment.ts';
import { resolveCall } from './resolve-call.ts';

export function serveChanges(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(resolveCallRoute, async ({ viewer, params, body }) => ({
    call: await resolveCall(database, viewer, { id: params.id, resolution: body, now: clock.now() }),
  }));

  routes.serve(createAppointmentRoute, async ({ viewer, body }) => {
    const { call, requestId, firstName, lastName, dateTime, phone } = body;
    const appointment = { firstName, lastName, dateTime, phone };
    return createAppointment(database, viewer, { callId: call, appointment, requestId, now: clock.now() });
  });
}
