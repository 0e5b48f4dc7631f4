import { dayEndText, officeDaysText } from '@mailcall/contract/rules/time-zone.ts';
import { labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { config } from '../../platform/config.ts';
import { useTimeZones } from '../accounts/index.ts';
import type { ScopeState } from './scope-state.ts';

/** When UTC days end at the selected offices, or the time zone of office days. */
export function useDaysText({ scope, accountIds, dayZones, today }: ScopeState): string {
  const timeZones = useTimeZones(accountIds);
  const { endDate } = labeledDateRangeOf(scope, today);
  return config().days === 'utc' ? dayEndText(endDate, timeZones) : officeDaysText(endDate, dayZones);
}
