import { clocksDiffer, defaultTimeZone } from '@mailcall/contract/rules/time-zone.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

/** The distinct time zones of some of the session's accounts, by name. */
export function useTimeZones(accountIds: readonly string[]): readonly string[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => {
    const selected = new Set(accountIds);
    const zones = (accounts ?? []).flatMap(({ id, timeZone }) => (selected.has(id) ? timeZone : []));
    return [...new Set(zones)].sort();
  }, [accounts, accountIds]);
}

/** The time zone of one of the session's accounts; the default where the session does not have the account. */
export function useTimeZone(accountId: string): string {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.timeZone ?? defaultTimeZone;
}

/** Whether the clocks of some of the session's accounts differ, so that their times must name the zone. */
export function useClocksDiffer(accountIds: readonly string[]): boolean {
  const timeZones = useTimeZones(accountIds);
  return useMemo(() => clocksDiffer(timeZones, new Date()), [timeZones]);
}
