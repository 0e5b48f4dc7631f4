import { dayZones } from '@mailcall/contract/rules/days.ts';
import { useMemo } from 'react';
import { config } from '../../platform/config.ts';
import type { SelectedAccounts } from './select-accounts.ts';

export function useDayZones({ timeZones }: Pick<SelectedAccounts, 'timeZones'>): readonly string[] {
  const { days } = config();
  return useMemo(() => dayZones(days, timeZones), [days, timeZones]);
}
