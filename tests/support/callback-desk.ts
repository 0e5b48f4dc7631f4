import { randomUUID } from 'node:crypto';
import {
  actOnCallback,
  type CallbackAction,
  type CallbackCall,
  type CallbackCounts,
  type CallbackEntry,
  getCallback,
  listCallbacks,
  resolveCallback,
  undoCallbackAction,
} from '@mailcall/contract/callbacks.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { requestRoute } from './request-route.ts';
import { addAccounts, addPerson, signInAs, testApp, testNow } from './test-app.ts';
import { FeedFolders } from '../../server/features/ingest/feed-for-tests.ts';

export const [staff, voicemail] = [1, 2];

export const number = '+13035550101';

export const minute = 60 * 1000;

export const outcome = {
  callbackHandler: 's1',
  callbackOutcomeResult: 'Spoke With Caller',
  callbackOutcomeOpportunityResult: 'New Patient Opportunity',
  callbackOutcomeSummary: 'Wants a cleaning.',
};

export type Acted = { entry: CallbackEntry; action: CallbackAction };

type Listed = { records: CallbackEntry[]; counts: CallbackCounts };

export const answerOf = ({ code, message }: { code: number; message?: string }) => [code, message];

export function callbackDesk() {
  const here = testApp();
  const folders = new FeedFolders();
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    await addAccounts(here.database, [{ id: 'own' }, { id: 'foreign' }]);
    await here.database.kysely
      .insertInto('staff')
      .values({ account_id: 'own', id: 's1', name: 'Maria' })
      .execute();
    for (const id of ['ann', 'theo']) {
      await addPerson(here.database, { id, accounts: ['own'] });
      tokens[id] = await signInAs(here, `${id}@people.test`);
    }
  });

  afterAll(() => folders.remove());
  beforeEach(async () => {
    here.clock.set(testNow);
    for (const table of ['calls', 'appointments', 'callback_actions', 'call_actions', 'access_log'])
      await here.database.pool.query(`delete from ${table}`);
  });

  const later = (minutes: number) =>
    here.clock.set(new Date(Date.parse(testNow) + minutes * minute).toISOString());
  const addCall = (id: string, minutesAgo: number, values: Record<string, unknown> = {}) =>
    here.database.kysely
      .insertInto('calls')
      .values({
        account_id: 'own',
        id,
        call_date_time: new Date(Date.parse(testNow) - minutesAgo * minute).toISOString(),
        answered_by: voicemail,
        caller_phone_number: number,
        ...values,
      })
      .execute();

  const ask = <Data>(route: Parameters<typeof requestRoute>[2], parts: object, as = 'ann') =>
    requestRoute<Data>(here, tokens[as] as string, route, parts);
  const list = async (query: object = {}) =>
    (await ask<Listed>(listCallbacks, { query: { accountIds: ['own'], ...query } })).data;
  const detailOf = async (id: string, as = 'ann') =>
    (
      await ask<{
        entry: CallbackEntry;
        calls: CallbackCall[];
        actions: CallbackAction[];
        appointments: { id: string }[];
        nextTry: string;
        hours: RouteReply<typeof getCallback>['hours'];
      }>(getCallback, { params: { id } }, as)
    ).data;
  const stateOf = async (id: string) => (await detailOf(id)).entry.state;
  const act = async (id: string, kind: string, { as = 'ann', ...body }: Record<string, unknown> = {}) => {
    const version = (await detailOf(id)).entry.version;
    const whole = { requestId: randomUUID(), kind, version, ...body };
    return ask<Acted>(actOnCallback, { params: { id }, body: whole }, as as string);
  };
  const undo = (id: string, actionId: string, as = 'ann') =>
    ask<{ entry: CallbackEntry }>(undoCallbackAction, { params: { id }, body: { actionId } }, as);
  const resolve = (id: string, callIds: string[], body: object = {}, as = 'ann') =>
    ask<{ entry: CallbackEntry; calls: { id: string; resolveDate: string }[] }>(
      resolveCallback,
      { params: { id }, body: { requestId: randomUUID(), callIds, ...outcome, ...body } },
      as,
    );

  return { here, folders, later, addCall, ask, list, detailOf, stateOf, act, undo, resolve };
}
