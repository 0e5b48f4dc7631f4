import { isDeepStrictEqual } from 'node:util';
import type { CallFilters } from '@mailcall/contract/call-filters.ts';
import { callListQueryShape } from '@mailcall/contract/calls.ts';
import { daysAt } from '@mailcall/contract/time/days.ts';
import { exportFileName } from '@mailcall/contract/rules/export-file.ts';
import { followUpDays, lastThirtyDaysFilters } from '@mailcall/contract/rules/outcome.ts';
import { type DateRange, dateRangeOfPreset } from '@mailcall/contract/scope/date-range.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';

const { accountIds, exceptAccountIds, filters, query, sort, dir } = callListQueryShape;

export const exportedListSchema = z.object({ accountIds, exceptAccountIds, filters, query, sort, dir });
export type ExportedList = z.output<typeof exportedListSchema>;

/** Without empty values; lists of values compare in any order. */
function normalized(requested: CallFilters): unknown {
  const entries = Object.entries(requested)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, Array.isArray(value) ? new Set<unknown>(value) : value]);
  return Object.fromEntries(entries);
}

/** An error for each field of the query that differs from the token's list, or null. */
export function differenceFrom(
  list: ExportedList,
  requested: Pick<ExportedList, 'accountIds' | 'exceptAccountIds' | 'filters'>,
): Record<string, string> | null {
  const isSame = (name: 'accountIds' | 'exceptAccountIds') =>
    isDeepStrictEqual(new Set(list[name]), new Set(requested[name]));
  const namesAccounts = requested.accountIds.length > 0 || requested.exceptAccountIds.length > 0;
  if (namesAccounts && !(isSame('accountIds') && isSame('exceptAccountIds')))
    return { accountIds: 'Use the accounts that the token was asked for, or none.' };
  if (requested.filters && !isDeepStrictEqual(normalized(list.filters ?? {}), normalized(requested.filters)))
    return { filters: 'Use the filters that the token was asked for, or none.' };
  return null;
}

/** The range, the last 30 days, or both when the outcomes use both. @param zones time zones of the days, from `dayZonesOf` */
export function datesOf(
  list: ExportedList,
  now: Date,
  zones: readonly string[],
): { range: DateRange | null; recent: DateRange | null } {
  const outcomes = list.filters?.outcome ?? [];
  const isRecent = (outcome: (typeof outcomes)[number]) => lastThirtyDaysFilters.includes(outcome);
  const { startDate, endDate } = {
    ...dateRangeOfPreset('all', daysAt(now, zones)),
    ...definedDates(list.filters ?? {}),
  };
  return {
    range: outcomes.length > 0 && outcomes.every(isRecent) ? null : { startDate, endDate },
    recent: outcomes.some(isRecent)
      ? {
          startDate: daysAt(new Date(now.getTime() - duration.days(followUpDays)), zones).startDate,
          endDate: daysAt(now, zones).endDate,
        }
      : null,
  };
}

function definedDates({ startDate, endDate }: CallFilters): Partial<DateRange> {
  return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
}

export function fileNameOf(list: ExportedList, now: Date, zones: readonly string[]): string {
  const { range, recent } = datesOf(list, now, zones);
  const days = range ?? recent ?? dateRangeOfPreset('all', daysAt(now, zones));
  return exportFileName(list.filters?.outcome ?? [], days);
}
