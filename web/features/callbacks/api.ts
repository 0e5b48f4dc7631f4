import {
  actOnCallback,
  type CallbackEntry,
  getCallback,
  listCallbacks,
  takeInCallbacks,
  undoCallbackAction,
} from '@mailcall/contract/callbacks.ts';
import type { CallbackList } from '@mailcall/contract/rules/callbacks.ts';
import { getMailing, type Mailing } from '@mailcall/contract/mailings.ts';
import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isSameRequest, call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { chosenOrder } from './chosen-order.ts';
import { deskFromAddress, type DeskState } from './desk-address.ts';

type CallersRequest = NonNullable<RouteInput<typeof listCallbacks>['query']> & RequestedAccounts;
export type Callers = RouteReply<typeof listCallbacks>;
export type CallerDetails = RouteReply<typeof getCallback>;
export type CallerAction = NonNullable<RouteInput<typeof actOnCallback>['body']>;

export const callersPerPage = 50;

export const figuresKey = ['callback-figures'] as const;

const keys = {
  all: ['callbacks'],
  list: ['callbacks', 'list'],
  one: (id: string) => ['callbacks', 'one', id],
} as const;

export const callersRequest = (
  { list, sort, page }: DeskState,
  scope: RequestedAccounts,
): CallersRequest => ({
  ...requestedAccounts(scope),
  state: list,
  sort: sort ?? chosenOrder(),
  page,
  pageSize: callersPerPage,
});

const listOf = ({ page: _page, ...list }: CallersRequest) => list;

export const callersQuery = (request: CallersRequest) =>
  queryOptions({
    queryKey: [...keys.list, request] as const,
    queryFn: ({ signal }): Promise<Callers> => call(listCallbacks, { query: request }, { signal }),
    placeholderData: (before, previous) =>
      previous && isSameRequest(listOf(previous.queryKey[2]), listOf(request)) ? before : undefined,
    // colleagues work on it too
    ...alwaysFresh,
    enabled: request.accountIds.length > 0,
  });

export const callerQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }): Promise<CallerDetails> => call(getCallback, { params: { id } }, { signal }),
    ...alwaysFresh,
  });

/** Image URLs are valid for at least an hour. */
const imageTime = hours(1);

export const postcardQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['mailings', 'one', campaignId],
    queryFn: async ({ signal }): Promise<Mailing> =>
      (await call(getMailing, { params: { id: campaignId } }, { signal })).record,
    staleTime: imageTime,
    refetchOnMount: true,
  });

export async function reloadCallers(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: keys.all, type: 'inactive' });
  await client.invalidateQueries({ queryKey: keys.all, type: 'active' });
}

export async function reloadDesk(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: figuresKey, type: 'active' });
  await reloadCallers(client);
}

const listOfEntry = ({ state: { kind } }: CallbackEntry): CallbackList =>
  kind === 'snoozed' || kind === 'closed' ? kind : 'to-call';

/** Puts a changed caller into open details and lists at once; then refetches everything. */
export function showCaller(client: QueryClient, id: string, entry: CallbackEntry): void {
  client.setQueryData<CallerDetails>(keys.one(id), (details) => details && { ...details, entry });
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: keys.list })) {
    const staysIn = (queryKey[2] as CallersRequest).state === listOfEntry(entry);
    client.setQueryData<Callers>(
      queryKey,
      (page) =>
        page && {
          ...page,
          records: page.records.flatMap((other) =>
            other.id !== entry.id ? [other] : staysIn ? [entry] : [],
          ),
        },
    );
  }
  void reloadDesk(client);
}

/** Repeating it with the same request id has no effect. */
export const actOnCaller = (id: string, body: CallerAction) => call(actOnCallback, { params: { id }, body });

export const undoAction = (id: string, actionId: string) =>
  call(undoCallbackAction, { params: { id }, body: { actionId } });

/** Lets the earlier calls of accounts wait, which an import brought as the past. */
export const takeInEarlierCalls = (scope: RequestedAccounts) =>
  call(takeInCallbacks, { body: requestedAccounts(scope) });

export const requestCallers = (client: QueryClient, scope: RequestedAccounts): Promise<void> =>
  client.prefetchQuery(callersQuery(callersRequest(deskFromAddress({}), scope)));
