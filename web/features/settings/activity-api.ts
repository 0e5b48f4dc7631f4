import { exportActivity, listActivity } from '@mailcall/contract/activity.ts';
import type { ActivityKind } from '@mailcall/contract/rules/activity.ts';
import type { PageChoice } from '@mailcall/contract/rules/paging.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../platform/api.ts';
import { saveFile } from '../../platform/downloads.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

/** Empty texts mean everything. */
export interface ActivityFilters {
  kind: ActivityKind | '';
  query: string;
  /** `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
}

export const noActivityFilters: ActivityFilters = { kind: '', query: '', startDate: '', endDate: '' };

const queryOf = (accountId: string, { kind, query, startDate, endDate }: ActivityFilters) => ({
  accountIds: [accountId],
  ...(kind && { kind }),
  ...(query && { query }),
  ...(startDate && { startDate }),
  ...(endDate && { endDate }),
});

export const activityQuery = (accountId: string, filters: ActivityFilters, { page, pageSize }: PageChoice) =>
  queryOptions({
    queryKey: ['settings', 'activity', accountId, filters, page, pageSize],
    queryFn: ({ signal }) =>
      call(listActivity, { query: { ...queryOf(accountId, filters), page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });

export async function saveActivity(accountId: string, filters: ActivityFilters): Promise<void> {
  saveFile(await callForFile(exportActivity, { query: queryOf(accountId, filters) }), 'activity.csv');
}
