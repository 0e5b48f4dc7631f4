import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { dayEndText, officeDaysText } from '@mailcall/contract/time/time-zone.ts';
import { labeledDateRangeOf, type Scope } from '@mailcall/contract/scope/scope.ts';
import { config } from '../../platform/config.ts';
import { useClocksDiffer, useTimeZones } from '../accounts/index.ts';
import { type ScopeState, useScope } from './scope-state.ts';
import type { Today } from '@mailcall/contract/scope/date-range.ts';

export function useDaysText({ scope, accountIds, dayZones, today }: ScopeState): string {
  const timeZones = useTimeZones(accountIds);
  const { endDate } = labeledDateRangeOf(scope, today);
  return config().days === 'utc' ? dayEndText(endDate, timeZones) : officeDaysText(endDate, dayZones);
}

const unbroken = (day: string) => formatDay(day).replaceAll(' ', '\u00a0');

/** Days of a scope up to today: 'Nov 1, 2026 – Nov 22, 2026', or a single day. */
export function formatDays(scope: Scope, now: Today): string {
  const { startDate, endDate } = labeledDateRangeOf(scope, now);
  return startDate === endDate ? unbroken(startDate) : `${unbroken(startDate)} – ${unbroken(endDate)}`;
}

export function useShowsZone(): boolean {
  return useClocksDiffer(useScope().accountIds);
}
