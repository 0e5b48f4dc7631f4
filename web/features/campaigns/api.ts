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
import { alwaysFresh } from '../../platform/query-client.ts';
import { refreshCallLists } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';

export type MailingListRequest = NonNullable<RouteInput<typeof listMailings>['query']>;
export type MailingCallsRequest = NonNullable<RouteInput<typeof mailingCalls>['query']>;

const hasAccounts = ({ accountIds }: { accountIds?: unknown }) =>
  Array.isArray(accountIds) && accountIds.length > 0;

export const imageAddress = (path: string | null) => path && config().services.data + path;

export const mailingSummaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['mailings', 'summary', scope],
    queryFn: ({ signal }) => call(mailingSummary, { query: scope }, { signal }),
    enabled: hasAccounts(scope),
  });

export const mailingsQuery = (request: MailingListRequest) =>
  queryOptions({
    queryKey: ['mailings', 'list', request],
    queryFn: ({ signal }) => call(listMailings, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'one', id],
    queryFn: async ({ signal }): Promise<Mailing> =>
      (await call(getMailing, { params: { id } }, { signal })).record,
    ...alwaysFresh,
  });

export const mailingCallsQuery = (id: string, query: MailingCallsRequest) =>
  queryOptions({
    queryKey: ['mailings', 'calls', id, query],
    queryFn: ({ signal }) => call(mailingCalls, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });

export const mailingPiecesQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'pieces', id],
    queryFn: ({ signal }) => call(mailingPieces, { params: { id } }, { signal }),
    ...alwaysFresh,
  });

export const mailingStoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailings', 'story', id],
    queryFn: async ({ signal }) => (await call(mailingStory, { params: { id } }, { signal })).record,
    ...alwaysFresh,
  });

export const mailingZoneQuery = (id: string, zoneId: string) =>
  queryOptions({
    queryKey: ['mailings', 'zone', id, zoneId],
    queryFn: ({ signal }) => call(mailingZone, { params: { id, zoneId } }, { signal }),
  });

async function showChanged(client: QueryClient, mailing: Mailing): Promise<void> {
  client.setQueryData(mailingQuery(mailing.id).queryKey, mailing);
  await Promise.all([
    client.invalidateQueries({ queryKey: ['mailings', 'list'] }),
    client.invalidateQueries({ queryKey: ['mailings', 'waiting'] }),
  ]);
}

/** Approves a mailing; repeating it has no effect. A refusal means that the mailing has changed, so it is reloaded. */
export function useApproveMailing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(approveMailing, { params: { id } })).record,
    onSuccess: (mailing) => showChanged(client, mailing),
    onError: () => client.invalidateQueries({ queryKey: ['mailings'] }),
  });
}

/** Names a mailing; an empty name restores the order number. */
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
