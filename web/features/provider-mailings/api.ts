import {
  createProviderMailing,
  getProviderMailing,
  listProviderMailings,
  moveProviderMailings,
  providerMailingOptions,
  saveProviderMailing,
  takeFeedValuesOfMailing,
} from '@mailcall/contract/provider-mailings.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

const key = 'provider mailings';

export type ListRequest = NonNullable<RouteInput<typeof listProviderMailings>['query']>;
export type SavedMailing = RouteReply<typeof getProviderMailing>;
type Moves = NonNullable<RouteInput<typeof moveProviderMailings>['body']>;

const mailings = onDesk('campaigns', 'accounts', 'designs', 'mailing-areas', 'mailing-zones');

export const mailingsQuery = (query: ListRequest) =>
  queryOptions({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => call(listProviderMailings, { query }, { signal }),
    placeholderData: keepPreviousData,
    ...mailings,
  });

export const mailingQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => call(getProviderMailing, { params: { id } }, { signal }),
    ...mailings,
  });

export const optionsQuery = () =>
  queryOptions({
    queryKey: [key, 'options'],
    queryFn: ({ signal }) => call(providerMailingOptions, {}, { signal }),
  });

export const refetchMailings = () => queryClient.invalidateQueries({ queryKey: [key] });

export const sendMoves = (body: Moves) => call(moveProviderMailings, { body });
export const sendNewMailing = (body: NonNullable<RouteInput<typeof createProviderMailing>['body']>) =>
  call(createProviderMailing, { body });
export const sendMailing = (id: string, body: NonNullable<RouteInput<typeof saveProviderMailing>['body']>) =>
  call(saveProviderMailing, { params: { id }, body });
export const sendFeedValues = (
  id: string,
  columns: NonNullable<RouteInput<typeof takeFeedValuesOfMailing>['body']>['columns'],
) => call(takeFeedValuesOfMailing, { params: { id }, body: { columns } });
