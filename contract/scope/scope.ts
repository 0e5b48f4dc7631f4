import { z } from 'zod';
import { calendarDate, ignored, isCalendarDate, listOf } from '../wire/query.ts';
import {
  type CampaignFilterType,
  campaignFilterLabels,
  campaignFilterTypeSchema,
  campaignFilterTypes,
} from '../rules/campaign-groups.ts';
import { type Comparison, comparisons } from '../rules/comparisons.ts';
import {
  type DateShortcut,
  dateRangeOfShortcut,
  dateShortcutLabels,
  dateShortcuts,
} from '../rules/date-shortcuts.ts';
import {
  type DatePreset,
  type DateRange,
  type Today,
  datePresetLabels,
  datePresets,
  datePresetSchema,
  customDateRange,
  dateRangeOfPreset,
} from './date-range.ts';

/** What the dates of a scope are chosen by: a preset of the wire, or a shortcut that only addresses name. */
export const dateChoices = [...datePresets, ...dateShortcuts] as const;
export type DateChoice = DatePreset | DateShortcut;

/** The labels of the presets and the shortcuts. */
export const dateChoiceLabels: Record<DateChoice, string> = { ...datePresetLabels, ...dateShortcutLabels };

const isShortcut = (choice: DateChoice): choice is DateShortcut => choice in dateShortcutLabels;

/** All of the viewer's accounts except some and their sub-accounts. It keeps a selection of most of many accounts short. */
export interface AllExcept {
  /** Ids of the excluded accounts. Ids of accounts that the viewer does not have are ignored. */
  allExcept: readonly string[];
}

/** Selected accounts: their ids, `'*'` for all of the viewer's accounts, or all of them with exceptions. */
export type AccountSelection = readonly string[] | '*' | AllExcept;

/**
 * What every figure is computed over: the selected accounts, the dates and the campaign type. The page's address, the
 * remembered scope and each request are forms of this value.
 */
export interface Scope {
  accountIds: AccountSelection;
  preset: DateChoice;
  /** The days of a custom range; null for presets and shortcuts. */
  custom: DateRange | null;
  campaignType: CampaignFilterType;
  /** What the figures are compared with; absent: nothing. It has no effect with All Time, and no part in requests. */
  compareWith?: Comparison | undefined;
}

/** The default: all accounts, All Time, All Campaigns. */
export const defaultScope: Scope = { accountIds: '*', preset: 'all', custom: null, campaignType: 'all' };

/** The first and last day of a scope at a given time. */
export function dateRangeOf({ preset, custom }: Pick<Scope, 'preset' | 'custom'>, now: Today): DateRange {
  if (preset === 'custom') return custom ?? dateRangeOfPreset('all', now);
  return isShortcut(preset) ? dateRangeOfShortcut(preset, now) : dateRangeOfPreset(preset, now);
}

/**
 * The first and last day that labels say: a week, month or year that is not over ends today. Chosen days stay as they are,
 * and so do those of a request.
 */
export function labeledDateRangeOf(scope: Pick<Scope, 'preset' | 'custom'>, now: Today): DateRange {
  const { startDate, endDate } = dateRangeOf(scope, now);
  const today = dateRangeOfPreset('day', now).endDate;
  return { startDate, endDate: scope.preset !== 'custom' && endDate > today ? today : endDate };
}

/** The scope's part of a page's address, without default values. `from` or `to` makes it a custom range. */
export interface ScopeAddress {
  accounts?: string | undefined;
  /** With `accounts=*`: the excluded accounts. */
  exceptAccounts?: string | undefined;
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
  compareWith?: string | undefined;
}

/** The values of `accounts` in a page's address that are not ids. */
const allAccounts = '*';
const noAccounts = 'none';

/** Joins ids with commas. Commas and percent signs in an id are escaped, and so is an id that would mean all or none. */
const joinIds = (ids: readonly string[]) =>
  ids
    .map((id) =>
      id === noAccounts ? '%6eone' : id === allAccounts ? '%2A' : id.replace(/[%,]/g, encodeURIComponent),
    )
    .join(',');

function selectionToAddress(selection: AccountSelection): Pick<ScopeAddress, 'accounts' | 'exceptAccounts'> {
  if (selection === '*') return { accounts: undefined, exceptAccounts: undefined };
  if ('allExcept' in selection)
    return { accounts: allAccounts, exceptAccounts: joinIds(selection.allExcept) };
  return { accounts: selection.length === 0 ? noAccounts : joinIds(selection), exceptAccounts: undefined };
}

/** What the figures of a scope are compared with; undefined for nothing, which is always so for All Time. */
export const comparisonOf = ({
  preset,
  compareWith,
}: Pick<Scope, 'preset' | 'compareWith'>): Comparison | undefined =>
  preset === 'all' ? undefined : compareWith;

/** The part of a page's address that represents a scope. */
export function scopeToAddress(scope: Scope): ScopeAddress {
  const custom = scope.preset === 'custom' ? scope.custom : null;
  return {
    ...selectionToAddress(scope.accountIds),
    range: scope.preset === 'all' || scope.preset === 'custom' ? undefined : scope.preset,
    from: custom?.startDate,
    to: custom?.endDate,
    type: scope.campaignType === 'all' ? undefined : scope.campaignType,
    compareWith: comparisonOf(scope),
  };
}

/** Whether a page's address contains any part of a scope. */
export function addressHasScope(address: ScopeAddress): boolean {
  return ['accounts', 'exceptAccounts', 'range', 'from', 'to', 'type'].some(
    (name) => address[name as keyof ScopeAddress] !== undefined,
  );
}

const unescapeId = (id: string) => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

const splitIds = (ids: string) => ids.split(',').filter(Boolean).map(unescapeId);

/** The accounts that a page's address selects; null when it selects none. Exceptions apply to all accounts only. */
function selectionFromAddress({ accounts, exceptAccounts = '' }: ScopeAddress): AccountSelection | null {
  if (accounts === noAccounts) return [];
  if (accounts !== undefined && accounts !== allAccounts) return splitIds(accounts);
  const allExcept = splitIds(exceptAccounts);
  if (allExcept.length > 0) return { allExcept };
  return accounts === undefined ? null : '*';
}

/** Reads a scope from a page's address. Missing and invalid parts are taken from `fallback`. */
export function scopeFromAddress(address: ScopeAddress, fallback: Scope = defaultScope): Scope {
  const [start, end] = [address.from, address.to].map((text) =>
    text !== undefined && isCalendarDate(text) ? text : undefined,
  );
  const firstDay = start ?? end;
  const preset = dateChoices.find((one) => one === address.range);
  const campaignType = campaignFilterTypes.find((one) => one === address.type);
  const dates: Pick<Scope, 'preset' | 'custom'> =
    firstDay !== undefined
      ? { preset: 'custom', custom: customDateRange(firstDay, end) }
      : preset !== undefined && preset !== 'custom'
        ? { preset, custom: null }
        : { preset: fallback.preset, custom: fallback.custom };
  return {
    accountIds: selectionFromAddress(address) ?? fallback.accountIds,
    ...dates,
    campaignType: campaignType ?? fallback.campaignType,
    compareWith: comparisons.find((one) => one === address.compareWith),
  };
}

/** The text for the dates of a scope: 'All time', 'Week', 'Last month', or the days of a custom range, formatted by `day`. */
export function dateSummary(scope: Scope, day: (date: string) => string): string {
  if (scope.preset === 'all') return 'All time';
  if (scope.preset !== 'custom' || !scope.custom) return dateChoiceLabels[scope.preset];
  const { startDate, endDate } = scope.custom;
  return startDate === endDate ? day(startDate) : `${day(startDate)} - ${day(endDate)}`;
}

/** The text for the campaign type of a scope. */
export function campaignSummary(scope: Scope): string {
  return campaignFilterLabels[scope.campaignType];
}

const filtersShape = 'Use filters by their names, like filters[startDate]=2026-01-31.';
export const idText = (description: string) =>
  z.string({ error: `Use ${description}, one value each.` }).max(200, 'Use at most 200 characters.');

/** The scope's filters of a request. Only the dates have an effect; `dateFilterType` is a label. */
export const scopeFiltersSchema = z.object(
  {
    dateFilterType: datePresetSchema.optional(),
    /** First day, of UTC or of each office as `days` of the web configuration says; defaults to 2018-01-01. */
    startDate: calendarDate.optional(),
    /** Last day, like the first; defaults to today. */
    endDate: calendarDate.optional(),
    campaignFilterType: campaignFilterTypeSchema.optional(),
    /** Ids of the only campaigns to include; absent or empty includes all. */
    campaigns: listOf(idText('ids of campaigns').min(1, 'Use an id that is not empty.'), 1000).optional(),
    year: ignored,
    month: ignored,
  },
  { error: filtersShape },
);
export type ScopeFilters = z.infer<typeof scopeFiltersSchema>;

/** The most account ids in one list of a request. */
const maxAccountIds = 10_000;

/** Account ids of a request. A single `*` means all of the viewer's accounts; absent or empty means none. */
const accountIdsSchema = listOf(idText('ids of accounts, or * for all of yours'), maxAccountIds, 'accounts')
  .optional()
  .transform((ids) => (ids ?? []).filter((id) => id !== ''));

/** The fields by which a request selects accounts. */
export const accountSelectionShape = {
  accountIds: accountIdsSchema,
  /** With `accountIds[]=*`: accounts to exclude with their sub-accounts. Other people's accounts are ignored. */
  exceptAccountIds: listOf(idText('ids of accounts to leave out'), maxAccountIds, 'accounts')
    .optional()
    .transform((ids) => (ids ?? []).filter((id) => id !== '')),
};

/** Selected accounts in a request. */
export interface RequestedAccounts {
  accountIds: string[];
  exceptAccountIds?: string[];
}

/** Picks the part of a request that selects its accounts. */
export const requestedAccounts = ({
  accountIds,
  exceptAccountIds,
}: RequestedAccounts): RequestedAccounts => ({
  accountIds,
  ...(exceptAccountIds && { exceptAccountIds }),
});

const datesAreOrdered = (filters: ScopeFilters) =>
  !filters.startDate || !filters.endDate || filters.startDate <= filters.endDate;

/** Adds the rule that a date range must not end before it starts. */
export const withOrderedDates = <Filters extends z.ZodType<ScopeFilters>>(filters: Filters) =>
  filters.refine((value) => datesAreOrdered(value), {
    path: ['endDate'],
    message: 'The end date must not be before the start date.',
  });

/** The scope's part of a query: `accountIds[]`, `exceptAccountIds[]` and `filters[…]`. */
export const scopeQuerySchema = z.object({
  ...accountSelectionShape,
  filters: withOrderedDates(scopeFiltersSchema).optional(),
});
export type ScopeQuery = z.infer<typeof scopeQuerySchema>;

/** An account selection in the form of a request. */
function selectionToQuery(selection: AccountSelection): RequestedAccounts {
  if (selection === '*') return { accountIds: ['*'] };
  if ('allExcept' in selection) return { accountIds: ['*'], exceptAccountIds: [...selection.allExcept] };
  return { accountIds: [...selection] };
}

/** A scope in the form of a request, with its dates at a given time. */
export function scopeToQuery(
  scope: Scope,
  now: Today,
): RequestedAccounts & { filters: z.input<typeof scopeFiltersSchema> } {
  return {
    ...selectionToQuery(scope.accountIds),
    filters: {
      dateFilterType: isShortcut(scope.preset) ? 'custom' : scope.preset,
      ...dateRangeOf(scope, now),
      campaignFilterType: scope.campaignType,
    },
  };
}
