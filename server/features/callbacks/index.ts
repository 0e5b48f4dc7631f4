/*
 * Callbacks: the desk that shows whom an office has to call back, why, and since when.
 * A caller is all calls of one number in an office. What people did decides where a caller is listed (contract/rules/callbacks).
 *   read-callers, missed-calls, earlier-calls    which callers wait
 *   present-entry, one-callback                  an entry and its history, as screens show them
 *   change-callers, actions, resolve-caller      claim, result, undo, closing
 *   office-hours, save-office-hours              waiting counts in the hours of the office
 *   callback-figures                             how many were called back, and how soon
 * Tables: callback_actions, office_hours, office_holidays. Past calls are taken in by calls.before_callbacks.
 * Routes: /callbacks and below, /settings/office-hours.
 */
import { getCallbackFigures, listCallbackFigureCalls } from '@mailcall/contract/callback-figures.ts';
import {
  actOnCallback,
  countCallbacks as countRoute,
  getCallback,
  listCallbacks as listRoute,
  resolveCallback,
  takeInCallbacks,
  undoCallbackAction,
} from '@mailcall/contract/callbacks.ts';
import { listOfficeHours, saveOfficeHours as saveOfficeHoursRoute } from '@mailcall/contract/office-hours.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { type ReadCall, recordCallsRead } from '../activity/index.ts';
import { logCallAccess } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { RepeatedAnswers } from '../figures/index.ts';
import { checkAccounts, checkAccountsWithSubAccounts, checkScope } from '../scope/index.ts';
import { countFigures, listFigureCalls } from './callback-figures.ts';
import { actOnCaller, undoAction } from './change-callers.ts';
import { takeInEarlierCalls } from './earlier-calls.ts';
import { countCallbacks, listCallbacks } from './list-callbacks.ts';
import { presentOfficeHours } from './office-hours.ts';
import { readCallback } from './one-callback.ts';
import type { Reader } from './present-entry.ts';
import { resolveCaller } from './resolve-caller.ts';
import { saveOfficeHours } from './save-office-hours.ts';
import { onSnapshot } from '../../platform/transactions.ts';

export { type CallerKey, callerOfCall, identifiesCaller, isOfCaller } from './caller-key.ts';
export { countOverdueCallers } from './list-callbacks.ts';
export { readHoursOfOffice } from './office-hours.ts';
export { waitingIdOf } from './one-callback.ts';
export { writeOfficeHours } from './save-office-hours.ts';

export function serveCallbacks(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    answers,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { answers: RepeatedAnswers },
): void {
  const { kysely } = database;
  const readerOf = ({ contactId }: Viewer): Reader => ({
    contactId,
    now: clock.now(),
    target: environment.callbackTarget,
  });
  const recordRead = ({ contactId }: Viewer, calls: readonly ReadCall[]) =>
    recordCallsRead(kysely, { contactId, at: clock.now() }, calls);
  const about = (viewer: Viewer, callId: string) => ({ viewer, callId, reader: readerOf(viewer) });

  routes.serve(listRoute, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(kysely, viewer, query);
    const list = await listCallbacks(kysely, accountIds, query, readerOf(viewer));
    // an entry has its calls' names and the first call's id
    await recordRead(
      viewer,
      list.records.map(({ accountId, id }) => ({ accountId, callId: id })),
    );
    return list;
  });

  routes.serve(countRoute, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(kysely, viewer, query);
    return countCallbacks(kysely, accountIds, clock.now());
  });

  routes.serve(takeInCallbacks, async ({ viewer, body }) => {
    const accountIds = await checkAccountsWithSubAccounts(kysely, viewer, body);
    const { contactId } = viewer;
    return { calls: await takeInEarlierCalls(database, accountIds, { contactId, now: clock.now() }) };
  });

  const { dayMode } = environment;
  routes.serve(getCallbackFigures, (request) =>
    answers.inScope(getCallbackFigures, request, (scope, now) => countFigures(kysely, scope, now)),
  );

  routes.serve(listCallbackFigureCalls, async ({ viewer, query }) => {
    const now = clock.now();
    const scope = await checkScope(kysely, viewer, query, { now, dayMode });
    const list = await listFigureCalls(kysely, scope, { request: query, now });
    await recordRead(viewer, list.records);
    return list;
  });

  routes.serve(getCallback, async ({ viewer, params }) => {
    const found = await onSnapshot(kysely, (snapshot) => readCallback(snapshot, about(viewer, params.id)));
    await logCallAccess(kysely, {
      viewer,
      action: 'open',
      kind: 'caller',
      accountId: found.entry.accountId,
      callId: found.entry.id,
      at: clock.now(),
      continues: true,
    });
    await recordRead(viewer, found.calls);
    return found;
  });

  routes.serve(actOnCallback, ({ viewer, params, body }) =>
    actOnCaller(database, about(viewer, params.id), body),
  );

  routes.serve(undoCallbackAction, ({ viewer, params, body }) =>
    undoAction(database, about(viewer, params.id), body.actionId),
  );

  routes.serve(resolveCallback, ({ viewer, params, body }) =>
    resolveCaller(database, about(viewer, params.id), body),
  );

  routes.serve(listOfficeHours, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(kysely, viewer, query);
    return { records: await presentOfficeHours(kysely, accountIds, viewer) };
  });

  routes.serve(saveOfficeHoursRoute, async ({ viewer, body }) => {
    checkAccounts(viewer, { accountIds: [body.accountId] });
    await saveOfficeHours(database, viewer, { hours: body, at: clock.now() });
    return { accountId: body.accountId };
  });
}
