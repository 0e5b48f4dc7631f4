import {
  approveMailing,
  getMailing,
  listMailings,
  mailingCalls,
  mailingSummary,
  mailingZone,
  type Mailing,
  renameMailing,
} from '@mailcall/contract/mailings.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { refreshCallLists } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';

/** What a list of mailings is asked with. */
export type MailingListRequest = NonNullable<RouteInput<typeof listMailings>['query']>;
/** What the calls of a mailing are asked with. */
export type MailingCallsRequest = NonNullable<RouteInput<typeof mailingCalls>['query']>;

/** What comes next for a mailing changes by others, too: it is asked for again whenever it comes on the screen. */
export const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Whether a request names any account; without one nothing is asked. */
const hasAccounts = ({ accountIds }: { accountIds?: unknown }) =>
  Array.isArray(accountIds) && accountIds.length > 0;

/** The whole address of an image of a mailing; null without one. */
export const imageAddress = (path: string | null) => path && config().services.data + path;

/** The six figures of a scope. */
export const mailingSummaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['mailings', 'summary', scope],
    queryFn: ({ signal }) => call(mailingSummary, { query: scope }, { signal }),
    enabled: hasAccounts(scope),
  });

/** A page of mailings; the page before stays until the next one is there. */
export const mailingsQuery = (request: MailingListRequest) =>
  queryOptions({
    queryKey: ['mailings', 'list', request],
    queryFn: ({ signal }) => call(listMailings, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

/** One mailing, whatever the scope is at the moment: a link to it opens in any. */
export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'one', id],
    queryFn: async ({ signal }): Promise<Mailing> =>
      (await call(getMailing, { params: { id } }, { signal })).record,
    ...fresh,
  });

/** Calls of a mailing; those before stay until the next are there. */
export const mailingCallsQuery = (id: string, query: MailingCallsRequest) =>
  queryOptions({
    queryKey: ['mailings', 'calls', id, query],
    queryFn: ({ signal }) => call(mailingCalls, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The zone that a mailing went to, with its shape. */
export const mailingZoneQuery = (id: string, zoneId: string) =>
  queryOptions({
    queryKey: ['mailings', 'zone', id, zoneId],
    queryFn: ({ signal }) => call(mailingZone, { params: { id, zoneId } }, { signal }),
  });

/** The fresh mailing stands in the drawer at once; the lists ask again. */
async function showChanged(client: QueryClient, mailing: Mailing): Promise<void> {
  client.setQueryData(mailingQuery(mailing.id).queryKey, mailing);
  await client.invalidateQueries({ queryKey: ['mailings', 'list'] });
}

/** Approves a mailing; twice is harmless. When it is refused, something has changed: the mailing is asked for again. */
export function useApproveMailing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(approveMailing, { params: { id } })).record,
    onSuccess: (mailing) => showChanged(client, mailing),
    onError: () => client.invalidateQueries({ queryKey: ['mailings'] }),
  });
}

/** Gives a mailing a name of the office's own; an empty one takes it back to the order number. */
export function useRenameMailing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) =>
      (await call(renameMailing, { params: { id }, body: { name } })).record,
    onSuccess: async (mailing) => {
      refreshCallLists(client);
      await showChanged(client, mailing);
    },
  });
}
