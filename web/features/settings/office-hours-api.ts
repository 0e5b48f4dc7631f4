import { listOfficeHours, saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { OfficeHoursRecord, SavedHours } from './office-hours-input.ts';

/** Hours of an office; null if the server has none. Loaded on selection. */
export const officeHoursQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['settings', 'office hours', accountId],
    queryFn: async ({ signal }): Promise<OfficeHoursRecord | null> => {
      const { records } = await call(listOfficeHours, { query: { accountIds: [accountId] } }, { signal });
      return records.find((record) => record.accountId === accountId) ?? null;
    },
    gcTime: 0,
  });

/** `changed.before`: hours on which the change is based. Throws {@link CallFailed} with the server's message. */
export async function saveHours(
  accountId: string,
  { hours, before }: { hours: SavedHours; before: SavedHours },
): Promise<void> {
  await call(saveOfficeHours, { body: { accountId, ...hours, before } });
  const { queryKey } = officeHoursQuery(accountId);
  queryClient.setQueryData(
    queryKey,
    (known) => known && { ...known, ...hours, open: [...hours.open], holidays: [...hours.holidays] },
  );
  // includes what others have changed meanwhile
  void queryClient.invalidateQueries({ queryKey });
}
