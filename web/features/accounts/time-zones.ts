import { clocksDiffer, defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

export function useTimeZones(accountIds: readonly string[]): readonly string[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => {
    const selected = new Set(accountIds);
    const zones = (accounts ?? []).flatMap(({ id, timeZone }) => (selected.has(id) ? timeZone : []));
    return [...new Set(zones)].sort();
  }, [accounts, accountIds]);
}

export function useTimeZone(accountId: string): string {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.timeZone ?? defaultTimeZone;
}

/** Whether local times of some accounts differ, so that times must name the zone. */
export function useClocksDiffer(accountIds: readonly string[]): boolean {
  const timeZones = useTimeZones(accountIds);
  return useMemo(() => clocksDiffer(timeZones, new Date()), [timeZones]);
}
