import { deliveredStatuses, inProductionStatuses } from '@mailcall/contract/rules/mailing.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ScopeState } from '../scope/index.ts';
import { type MailingListRequest, mailingsQuery, mailingSummaryQuery } from './api.ts';
import { listFromAddress, mailingFilters, type MailingListState } from './list-address.ts';

/** Mailings in production per page; up to this many there is no pager. */
export const inProductionPerPage = 50;

/** Request of mailings in production, those that wait for the viewer first; callers add the page. */
export function inProductionRequest(scope: ScopeState) {
  const { campaignFilterType } = mailingFilters(scope);
  return {
    ...requestedAccounts(scope.query),
    pageSize: inProductionPerPage,
    sort: 'nextStep' as const,
    dir: 'asc' as const,
    filters: { status: [...inProductionStatuses], ...(campaignFilterType ? { campaignFilterType } : {}) },
  };
}

export const deliveredRequest = (scope: ScopeState, list: MailingListState): MailingListRequest => ({
  ...requestedAccounts(scope.query),
  page: list.page,
  pageSize: list.pageSize,
  ...list.order,
  filters: { status: [...deliveredStatuses], ...mailingFilters(scope) },
});

export function requestCampaigns(client: QueryClient, scope: ScopeState): void {
  if (scope.accountIds.length === 0) return;
  void client.prefetchQuery(mailingSummaryQuery(scope.query));
  void client.prefetchQuery(mailingsQuery({ ...inProductionRequest(scope), page: 1 }));
  void client.prefetchQuery(mailingsQuery(deliveredRequest(scope, listFromAddress({}))));
}
