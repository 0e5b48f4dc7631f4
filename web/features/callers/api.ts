import { getCaller } from '@mailcall/contract/callers.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

export type Caller = RouteReply<typeof getCaller>;

/** The key begins like those of callbacks, so that a result of the desk reloads the page. */
export const callerPageQuery = (callId: string) =>
  queryOptions({
    queryKey: ['callbacks', 'caller page', callId],
    queryFn: ({ signal }): Promise<Caller> => call(getCaller, { params: { id: callId } }, { signal }),
    ...alwaysFresh,
  });
