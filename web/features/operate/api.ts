import {
  endContactSessions,
  operateAccess,
  operateAccounts,
  operateContacts,
  operateDeliveries,
  operateOverview,
  operatePageSize,
  resendMessage,
  resumeWebhook,
  retryJobs,
  revokeApiKey,
  revokeGrant,
  rotateSigningKey,
} from '@mailcall/contract/operate.ts';
import { normalizedQuery } from '@mailcall/contract/rules/search-text.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

export interface ListChoice {
  search: string;
  /** From 1. */
  page: number;
}

const queryOf = ({ search, page }: ListChoice) => {
  const query = normalizedQuery(search);
  return { page, pageSize: operatePageSize, ...(query === '' ? {} : { query }) };
};

const always = { placeholderData: keepPreviousData, ...alwaysFresh } as const;

export const overviewQuery = () =>
  queryOptions({
    queryKey: ['operate', 'overview'],
    queryFn: ({ signal }) => call(operateOverview, {}, { signal }),
    ...alwaysFresh,
  });

export const accountsQuery = (choice: ListChoice) =>
  queryOptions({
    queryKey: ['operate', 'accounts', queryOf(choice)],
    queryFn: ({ signal }) => call(operateAccounts, { query: queryOf(choice) }, { signal }),
    ...always,
  });

export const contactsQuery = (choice: ListChoice) =>
  queryOptions({
    queryKey: ['operate', 'contacts', queryOf(choice)],
    queryFn: ({ signal }) => call(operateContacts, { query: queryOf(choice) }, { signal }),
    ...always,
  });

export const deliveriesQuery = ({ page, failedOnly }: { page: number; failedOnly: boolean }) =>
  queryOptions({
    queryKey: ['operate', 'deliveries', failedOnly, page],
    queryFn: ({ signal }) =>
      call(
        operateDeliveries,
        { query: { page, pageSize: operatePageSize, ...(failedOnly ? { state: 'failed' } : {}) } },
        { signal },
      ),
    ...always,
  });

export const accessQuery = ({ page }: { page: number }) =>
  queryOptions({
    queryKey: ['operate', 'access', page],
    queryFn: ({ signal }) => call(operateAccess, { query: { page, pageSize: operatePageSize } }, { signal }),
    ...always,
  });

/** Changes by the id, or the task, of what they change. */
export const changes = {
  retryJobs: (task: string) => call(retryJobs, { body: { task } }),
  resendMessage: (id: string) => call(resendMessage, { params: { id } }),
  resumeWebhook: (id: string) => call(resumeWebhook, { params: { id } }),
  revokeApiKey: (id: string) => call(revokeApiKey, { params: { id } }),
  revokeGrant: (id: string) => call(revokeGrant, { params: { id } }),
  endContactSessions: (id: string) => call(endContactSessions, { params: { id } }),
  rotateSigningKey: () => call(rotateSigningKey),
};
