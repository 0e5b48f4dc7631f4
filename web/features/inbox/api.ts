import type { FeedAnswer } from '@mailcall/contract/edited-rows.ts';
import * as contract from '@mailcall/contract/provider-inbox.ts';
import type { InboxKind } from '@mailcall/contract/rules/inbox.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { timedOnDesk } from '../live/index.ts';

const waiting = timedOnDesk(
  'inbox',
  'accounts',
  'contacts',
  'tracking-lines',
  'campaigns',
  'designs',
  'design-versions',
  'review-comments',
  'score-disputes',
);

const key = ['provider inbox'] as const;

export const inboxCountQuery = () =>
  queryOptions({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => call(contract.countInbox, {}, { signal }),
    ...waiting,
  });

export const inboxQuery = (kind: InboxKind | undefined, after: string | undefined) =>
  queryOptions({
    queryKey: [...key, 'list', kind, after],
    queryFn: ({ signal }) => call(contract.listInbox, { query: { kind, after } }, { signal }),
    placeholderData: keepPreviousData,
    ...waiting,
  });

export const readInboxAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: key });

export const dismiss = ({ kind, id }: contract.InboxItem) =>
  call(contract.dismissInboxItem, { body: { kind, id } });

export const answerQuestion = (id: string, answer: FeedAnswer) =>
  call(contract.answerInboxQuestion, { params: { id }, body: { answer } });
