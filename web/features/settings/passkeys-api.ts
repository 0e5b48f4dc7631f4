import { listPasskeys, removePasskey } from '@mailcall/contract/passkeys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  gcTime: 0,
});

export const reloadPasskeys = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

/** Removes a passkey and reloads the list, even if it was already removed. */
export async function deletePasskey(id: string): Promise<void> {
  await call(removePasskey, { params: { id } }).finally(reloadPasskeys);
}
