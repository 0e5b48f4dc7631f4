import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@mailcall/contract/own-sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';

/** Where the signed-in person is logged in; loaded again whenever the screen opens. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }): Promise<OwnSession[]> =>
    (await call(listOwnSessions, {}, { signal })).sessions,
  gcTime: 0,
});

const reload = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });

/**
 * Signs the person out of another session. The list is loaded again, also when it has ended before.
 * @throws {CallFailed} with the server's message.
 */
export async function signOutThere(id: string): Promise<void> {
  await call(endOwnSession, { params: { id } }).finally(reload);
}

/**
 * Signs the person out of all sessions but this one.
 * @throws {CallFailed} with the server's message.
 */
export async function signOutElsewhere(): Promise<void> {
  await call(endOtherSessions).finally(reload);
}
