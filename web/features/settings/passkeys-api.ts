import { listPasskeys, removePasskey } from '@mailcall/contract/passkeys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';

/** The passkeys of the signed-in person, and what adding one needs; loaded again whenever the screen opens. */
export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  gcTime: 0,
});

/** Loads the passkeys again. */
export const reloadPasskeys = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

/**
 * Removes a passkey. The list is loaded again, also when it was removed before.
 * @throws {CallFailed} with the server's message.
 */
export async function deletePasskey(id: string): Promise<void> {
  await call(removePasskey, { params: { id } }).finally(reloadPasskeys);
}
