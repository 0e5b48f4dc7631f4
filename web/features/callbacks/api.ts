import {
  actOnCallback,
  type CallbackEntry,
  getCallback,
  listCallbacks,
  undoCallbackAction,
} from '@mailcall/contract/callbacks.ts';
import type { CallbackList } from '@mailcall/contract/rules/callbacks.ts';
import { getMailing, type Mailing } from '@mailcall/contract/mailings.ts';
import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { asksTheSame } from '../../platform/same-request.ts';
import { deskFromAddress, type DeskState } from './desk-address.ts';

/** The query of a list of callers. */
type CallersRequest = NonNullable<RouteInput<typeof listCallbacks>['query']> & RequestedAccounts;
/** A page of callers, and how many are in each list. */
export type Callers = RouteReply<typeof listCallbacks>;
/** A caller with their calls and what was done about them. */
export type CallerDetails = RouteReply<typeof getCallback>;
/** What can be done about a caller in one press. */
export type CallerAction = NonNullable<RouteInput<typeof actOnCallback>['body']>;

/** How many callers a page of the list has. */
export const callersPerPage = 50;

/** What came of missed calls changes with what is done about their callers. */
export const figuresKey = ['callback-figures'] as const;

const keys = {
  all: ['callbacks'],
  list: ['callbacks', 'list'],
  one: (id: string) => ['callbacks', 'one', id],
} as const;

/** The request for the list that the address names. */
export const callersRequest = (
  { list, sort, page }: DeskState,
  scope: RequestedAccounts,
): CallersRequest => ({
  ...requestedAccounts(scope),
  state: list,
  sort,
  page,
  pageSize: callersPerPage,
});

/** What two pages of the same list have in common. */
const listOf = ({ page: _page, ...list }: CallersRequest) => list;

/** A page of a list of callers. The page before stays until the next one of the same list is loaded. */
export const callersQuery = (request: CallersRequest) =>
  queryOptions({
    queryKey: [...keys.list, request] as const,
    queryFn: ({ signal }): Promise<Callers> => call(listCallbacks, { query: request }, { signal }),
    placeholderData: (before, previous) =>
      previous && asksTheSame(listOf(previous.queryKey[2]), listOf(request)) ? before : undefined,
    // others work on it too
    staleTime: 0,
    refetchOnMount: 'always',
    enabled: request.accountIds.length > 0,
  });

/** A caller by any of their missed and follow-up calls, in any scope. */
export const callerQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }): Promise<CallerDetails> => call(getCallback, { params: { id } }, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Addresses of images work for an hour at least. */
const imageTime = 60 * 60 * 1000;

/** The mailing of a campaign: the postcard that brought a call. */
export const postcardQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['mailings', 'one', campaignId],
    queryFn: async ({ signal }): Promise<Mailing> =>
      (await call(getMailing, { params: { id: campaignId } }, { signal })).record,
    staleTime: imageTime,
    refetchOnMount: true,
  });

/** Shows what has changed about callers: what is displayed is requested again, the rest is forgotten. */
export async function reloadCallers(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: keys.all, type: 'inactive' });
  await client.invalidateQueries({ queryKey: keys.all, type: 'active' });
}

/** The list that a caller is in. */
const listOfEntry = ({ state: { kind } }: CallbackEntry): CallbackList =>
  kind === 'snoozed' || kind === 'closed' ? kind : 'to-call';

/** Puts a changed caller into the open details and into the lists at once; then everything is requested again. */
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
  void reloadCallers(client);
  void client.invalidateQueries({ queryKey: figuresKey, type: 'active' });
}

/** Does something about a caller. Sent again with the same request id, it is done once. */
export const actOnCaller = (id: string, body: CallerAction) => call(actOnCallback, { params: { id }, body });

/** Takes an action back. */
export const undoAction = (id: string, actionId: string) =>
  call(undoCallbackAction, { params: { id }, body: { actionId } });

/** Requests the list that the desk shows first, before it is opened. */
export const requestCallers = (client: QueryClient, scope: RequestedAccounts): Promise<void> =>
  client.prefetchQuery(callersQuery(callersRequest(deskFromAddress({}), scope)));
