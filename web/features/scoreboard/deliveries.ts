import { listMailings } from '@mailcall/contract/mailings.ts';
import { deliveredStatuses } from '@mailcall/contract/rules/mailing.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { queryOptions } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';

export const maxDeliveries = 100;

export const deliveriesQuery = (scope: ScopeState['query'], { startDate, endDate }: DateRange) => {
  const { campaignFilterType } = scope.filters;
  const query = {
    ...requestedAccounts(scope),
    pageSize: maxDeliveries,
    sort: 'deliveryWeek' as const,
    dir: 'desc' as const,
    filters: {
      status: [...deliveredStatuses],
      deliveryWeek: { gte: startDate, lte: endDate },
      ...(campaignFilterType ? { campaignFilterType } : {}),
    },
  };
  return queryOptions({
    queryKey: ['mailings', 'list', query],
    queryFn: ({ signal }) => call(listMailings, { query }, { signal }),
  });
};

export const DeliveredInWeeks = lazyRouteComponent(() => import('../campaigns/index.ts'), 'DeliveredInWeeks');
