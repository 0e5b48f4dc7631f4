import {
  type CallbackFigures,
  getCallbackFigures,
  listCallbackFigureCalls,
} from '@mailcall/contract/callback-figures.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import type { ScopeState } from '../scope/index.ts';
import { figuresKey } from './api.ts';
import type { FigureRows } from './desk-address.ts';

export type FigureCalls = RouteReply<typeof listCallbackFigureCalls>;

export const figureCallsPerPage = 50;

export const figuresQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: [...figuresKey, scope] as const,
    queryFn: ({ signal }): Promise<CallbackFigures> => call(getCallbackFigures, { query: scope }, { signal }),
    ...alwaysFresh,
    enabled: scope.accountIds.length > 0,
  });

export const figureCallsQuery = (
  scope: ScopeState['query'],
  { office, staff, hour, ...rows }: FigureRows,
) => {
  const query = {
    ...scope,
    ...rows,
    ...(office === null ? {} : { office }),
    ...(staff === null ? {} : { staff }),
    ...(hour === null ? {} : { hour }),
    pageSize: figureCallsPerPage,
  };
  return queryOptions({
    queryKey: [...figuresKey, 'calls', query] as const,
    queryFn: ({ signal }): Promise<FigureCalls> => call(listCallbackFigureCalls, { query }, { signal }),
    placeholderData: (before) => before,
    ...alwaysFresh,
  });
};
