import { dayZones } from '@mailcall/contract/rules/days.ts';
import { useMemo } from 'react';
import { config } from '../../platform/config.ts';
import type { SelectedAccounts } from './select-accounts.ts';

/** The time zones by whose days the dates of selected accounts are counted. */
export function useDayZones({ timeZones }: Pick<SelectedAccounts, 'timeZones'>): readonly string[] {
  const { days } = config();
  return useMemo(() => dayZones(days, timeZones), [days, timeZones]);
}
