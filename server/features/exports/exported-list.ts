import { isDeepStrictEqual } from 'node:util';
import { type CallFilters, callListQueryShape } from '@mailcall/contract/calls.ts';
import { exportFileName } from '@mailcall/contract/rules/export-file.ts';
import { followUpDays, lastThirtyDaysFilters } from '@mailcall/contract/rules/outcome.ts';
import { type DateSpan, spanOfPreset } from '@mailcall/contract/scope/date-range.ts';
import { z } from 'zod';

const { accountIds, exceptAccountIds, filters, query, sort, dir } = callListQueryShape;

/** A list that somebody exports, as the record keeps it. */
export const exportedListSchema = z.object({ accountIds, exceptAccountIds, filters, query, sort, dir });
/** The accounts, filters, search and order of a list that somebody exports. */
export type ExportedList = z.output<typeof exportedListSchema>;

/** Filters without what is absent or empty; a list of values in any order. */
function normalized(requested: CallFilters): unknown {
  const entries = Object.entries(requested)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, Array.isArray(value) ? new Set<unknown>(value) : value]);
  return Object.fromEntries(entries);
}

/** What of a download's own address differs from the list that its token is for; null when nothing does. */
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

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** Which dates a list looks at: its range, the last 30 days, or both where its outcomes differ in that. */
export function datesOf(list: ExportedList, now: Date): { range: DateSpan | null; recent: DateSpan | null } {
  const outcomes = list.filters?.outcome ?? [];
  const isRecent = (outcome: (typeof outcomes)[number]) => lastThirtyDaysFilters.includes(outcome);
  const { startDate, endDate } = { ...spanOfPreset('all', now), ...definedDates(list.filters ?? {}) };
  return {
    range: outcomes.length > 0 && outcomes.every(isRecent) ? null : { startDate, endDate },
    recent: outcomes.some(isRecent)
      ? {
          startDate: dayOf(new Date(now.getTime() - followUpDays * 24 * 60 * 60 * 1000)),
          endDate: dayOf(now),
        }
      : null,
  };
}

function definedDates({ startDate, endDate }: CallFilters): Partial<DateSpan> {
  return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
}

/** The name of a list's file. */
export function fileNameOf(list: ExportedList, now: Date): string {
  const { range, recent } = datesOf(list, now);
  return exportFileName(list.filters?.outcome ?? [], range ?? recent ?? spanOfPreset('all', now));
}
