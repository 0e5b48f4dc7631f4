import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@mailcall/contract/own-sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }): Promise<OwnSession[]> =>
    (await call(listOwnSessions, {}, { signal })).sessions,
  gcTime: 0,
});

const reload = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });

/** Ends another session and reloads the list, even if the session has already ended. */
export async function signOutSession(id: string): Promise<void> {
  await call(endOwnSession, { params: { id } }).finally(reload);
}

export async function signOutOtherSessions(): Promise<void> {
  await call(endOtherSessions).finally(reload);
}
