import type { FeedAnswer } from '@mailcall/contract/edited-rows.ts';
import * as contract from '@mailcall/contract/provider-inbox.ts';
import type { InboxKind } from '@mailcall/contract/rules/inbox.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Milliseconds after which what others did shows. */
const refetchInterval = seconds(30);

const key = ['provider inbox'] as const;

export const inboxCountQuery = () =>
  queryOptions({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => call(contract.countInbox, {}, { signal }),
    refetchInterval,
    staleTime: 0,
  });

export const inboxQuery = (kind: InboxKind | undefined, after: string | undefined) =>
  queryOptions({
    queryKey: [...key, 'list', kind, after],
    queryFn: ({ signal }) => call(contract.listInbox, { query: { kind, after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const readInboxAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: key });

export const dismiss = ({ kind, id }: contract.InboxItem) =>
  call(contract.dismissInboxItem, { body: { kind, id } });

export const answerQuestion = (id: string, answer: FeedAnswer) =>
  call(contract.answerInboxQuestion, { params: { id }, body: { answer } });
