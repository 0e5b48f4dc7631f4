import {
  approveMailing,
  getMailing,
  listMailings,
  mailingCalls,
  mailingPieces,
  mailingSummary,
  type Mailing,
  renameMailing,
} from '@mailcall/contract/mailings.ts';
import { mailingStory } from '@mailcall/contract/mailing-story.ts';
import { mailingZone } from '@mailcall/contract/mailing-zones.ts';
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

/** The query of a request for mailings. */
export type MailingListRequest = NonNullable<RouteInput<typeof listMailings>['query']>;
/** The query of a request for the calls of a mailing. */
export type MailingCallsRequest = NonNullable<RouteInput<typeof mailingCalls>['query']>;

/** Other people change mailings and resolve calls too, so what comes of a mailing is requested again whenever it is displayed. */
export const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Whether a request names any account; without one it is not sent. */
const hasAccounts = ({ accountIds }: { accountIds?: unknown }) =>
  Array.isArray(accountIds) && accountIds.length > 0;

/** The complete address of a mailing's image; null without an image. */
export const imageAddress = (path: string | null) => path && config().services.data + path;

/** The summary figures of a scope. */
export const mailingSummaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['mailings', 'summary', scope],
    queryFn: ({ signal }) => call(mailingSummary, { query: scope }, { signal }),
    enabled: hasAccounts(scope),
  });

/** A page of mailings; the previous page stays visible until the next one is loaded. */
export const mailingsQuery = (request: MailingListRequest) =>
  queryOptions({
    queryKey: ['mailings', 'list', request],
    queryFn: ({ signal }) => call(listMailings, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

/** One mailing, independent of the current scope: a link to it opens in any. */
export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'one', id],
    queryFn: async ({ signal }): Promise<Mailing> =>
      (await call(getMailing, { params: { id } }, { signal })).record,
    ...fresh,
  });

/** Calls of a mailing; the previous ones stay visible until the next are loaded. */
export const mailingCallsQuery = (id: string, query: MailingCallsRequest) =>
  queryOptions({
    queryKey: ['mailings', 'calls', id, query],
    queryFn: ({ signal }) => call(mailingCalls, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** The pieces of a mailing by day. They change while it is on its way. */
export const mailingPiecesQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'pieces', id],
    queryFn: ({ signal }) => call(mailingPieces, { params: { id } }, { signal }),
    ...fresh,
  });

/** What has come of a delivered mailing since its delivery. */
export const mailingStoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'story', id],
    queryFn: async ({ signal }) => (await call(mailingStory, { params: { id } }, { signal })).record,
    ...fresh,
  });

/** The zone that a mailing was sent to, with its shape. */
export const mailingZoneQuery = (id: string, zoneId: string) =>
  queryOptions({
    queryKey: ['mailings', 'zone', id, zoneId],
    queryFn: ({ signal }) => call(mailingZone, { params: { id, zoneId } }, { signal }),
  });

/** Displays the changed mailing in the drawer immediately, and reloads the lists. */
async function showChanged(client: QueryClient, mailing: Mailing): Promise<void> {
  client.setQueryData(mailingQuery(mailing.id).queryKey, mailing);
  await Promise.all([
    client.invalidateQueries({ queryKey: ['mailings', 'list'] }),
    client.invalidateQueries({ queryKey: ['mailings', 'waiting'] }),
  ]);
}

/** Approves a mailing; doing so twice is harmless. A refusal means that the mailing has changed, so it is reloaded. */
export function useApproveMailing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(approveMailing, { params: { id } })).record,
    onSuccess: (mailing) => showChanged(client, mailing),
    onError: () => client.invalidateQueries({ queryKey: ['mailings'] }),
  });
}

/** Gives a mailing the office's own name; an empty name restores the order number. */
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
