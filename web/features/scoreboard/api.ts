import {
  type Breakdown,
  type BreakdownKey,
  callsByWeekHour,
  callsPerDay,
} from '@mailcall/contract/scoreboard.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';
import { requestBreakdown } from './request-breakdowns.ts';

type ScopeOfRequest = ScopeState['query'];

export const breakdownQuery = (key: BreakdownKey, scope: ScopeOfRequest, showAllSources: boolean) => {
  const onlyInaccurate = key === 'callerSource' && !showAllSources;
  const query = onlyInaccurate
    ? { ...scope, filters: { ...scope.filters, wrongSourceMentioned: true } }
    : scope;
  return queryOptions({
    queryKey: ['scoreboard', 'breakdown', key, query],
    queryFn: ({ signal }): Promise<Breakdown> => requestBreakdown(key, query, signal),
  });
};

export const callsByHourQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['scoreboard', 'by-hour', scope],
    queryFn: ({ signal }) => call(callsPerDay, { query: scope }, { signal }),
  });

export const callsByWeekHourQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['scoreboard', 'by-week-hour', scope],
    queryFn: ({ signal }) => call(callsByWeekHour, { query: scope }, { signal }),
  });
