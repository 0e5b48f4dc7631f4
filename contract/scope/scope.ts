import { z } from 'zod';
import { calendarDate, ignored, isCalendarDate, listOf } from '../wire/query.ts';
import {
  type CampaignFilterType,
  campaignFilterLabels,
  campaignFilterTypeSchema,
  campaignFilterTypes,
} from '../rules/campaign-groups.ts';
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

export const comparisons = ['before', 'year-ago'] as const;
export type Comparison = (typeof comparisons)[number];

/** In URLs; `before` is the default. */
export const comparisonChoices = [...comparisons, 'off'] as const;

export const comparisonLabels: Record<Comparison, string> = {
  before: 'The period before',
  'year-ago': 'The same weeks a year ago',
};

/** A preset of the API, or a shortcut that only URLs use. */
export const dateChoices = [...datePresets, ...dateShortcuts] as const;
export type DateChoice = DatePreset | DateShortcut;

export const dateChoiceLabels: Record<DateChoice, string> = { ...datePresetLabels, ...dateShortcutLabels };

const isShortcut = (choice: DateChoice): choice is DateShortcut => choice in dateShortcutLabels;

/** All accounts but these and their sub-accounts, which keeps large selections short. Ignores ids that the viewer cannot see. */
export interface AllExcept {
  allExcept: readonly string[];
}

/** `'*'` means all of the viewer's accounts. */
export type AccountSelection = readonly string[] | '*' | AllExcept;

/** Accounts, dates and campaign type of every figure, in URLs, the stored scope and requests. */
export interface Scope {
  accountIds: AccountSelection;
  preset: DateChoice;
  custom: DateRange | null;
  campaignType: CampaignFilterType;
  /** Absent: the period before. Ignored for All Time and in requests. */
  compareWith?: 'year-ago' | 'off' | undefined;
}

export const defaultScope: Scope = { accountIds: '*', preset: 'all', custom: null, campaignType: 'all' };

export function dateRangeOf({ preset, custom }: Pick<Scope, 'preset' | 'custom'>, now: Today): DateRange {
  if (preset === 'custom') return custom ?? dateRangeOfPreset('all', now);
  return isShortcut(preset) ? dateRangeOfShortcut(preset, now) : dateRangeOfPreset(preset, now);
}

/** For labels: an unfinished week, month or year ends today. */
export function labeledDateRangeOf(scope: Pick<Scope, 'preset' | 'custom'>, now: Today): DateRange {
  const { startDate, endDate } = dateRangeOf(scope, now);
  const today = dateRangeOfPreset('day', now).endDate;
  return { startDate, endDate: scope.preset !== 'custom' && endDate > today ? today : endDate };
}

/** Without default values. `from` or `to` makes it a custom range. */
export interface ScopeAddress {
  accounts?: string | undefined;
  /** Excluded accounts; only with `accounts=*`. */
  exceptAccounts?: string | undefined;
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
  compareWith?: string | undefined;
}

/** Stands for all accounts; no account has this id. */
const allAccounts = '*';
const noAccounts = 'none';

/** Escapes commas, percent signs, and ids that would mean all or none. */
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

/** Undefined for the default, and for unknown texts. */
export const writtenComparison = (text: string | undefined): Scope['compareWith'] =>
  (['year-ago', 'off'] as const).find((one) => one === text);

/** Undefined for All Time, which has no earlier period. */
export const comparisonOf = ({
  preset,
  compareWith,
}: Pick<Scope, 'preset' | 'compareWith'>): Comparison | undefined =>
  preset === 'all' || compareWith === 'off' ? undefined : (compareWith ?? 'before');

export function scopeToAddress(scope: Scope): ScopeAddress {
  const custom = scope.preset === 'custom' ? scope.custom : null;
  return {
    ...selectionToAddress(scope.accountIds),
    range: scope.preset === 'all' || scope.preset === 'custom' ? undefined : scope.preset,
    from: custom?.startDate,
    to: custom?.endDate,
    type: scope.campaignType === 'all' ? undefined : scope.campaignType,
    compareWith: scope.compareWith,
  };
}

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

function selectionFromAddress({ accounts, exceptAccounts = '' }: ScopeAddress): AccountSelection | null {
  if (accounts === noAccounts) return [];
  if (accounts !== undefined && accounts !== allAccounts) return splitIds(accounts);
  const allExcept = splitIds(exceptAccounts);
  if (allExcept.length > 0) return { allExcept };
  return accounts === undefined ? null : '*';
}

/** Takes missing and invalid parts from `fallback`. */
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
    compareWith: writtenComparison(address.compareWith),
  };
}

/** 'All time', 'Week', 'Last month', or the custom days formatted by `day`. */
export function dateSummary(scope: Scope, day: (date: string) => string): string {
  if (scope.preset === 'all') return 'All time';
  if (scope.preset !== 'custom' || !scope.custom) return dateChoiceLabels[scope.preset];
  const { startDate, endDate } = scope.custom;
  return startDate === endDate ? day(startDate) : `${day(startDate)} - ${day(endDate)}`;
}

export function campaignSummary(scope: Scope): string {
  return campaignFilterLabels[scope.campaignType];
}

const filtersShape = 'Use filters by their names, like filters[startDate]=2026-01-31.';
export const idText = (description: string) =>
  z.string({ error: `Use ${description}, one value each.` }).max(200, 'Use at most 200 characters.');

/** Only the dates have an effect; `dateFilterType` is a label. */
export const scopeFiltersSchema = z.object(
  {
    dateFilterType: datePresetSchema.optional(),
    /** First day, in the time zone given by `days` of the web configuration. Default: 2018-01-01. */
    startDate: calendarDate.optional(),
    /** Last day, in the same time zone. Default: today. */
    endDate: calendarDate.optional(),
    campaignFilterType: campaignFilterTypeSchema.optional(),
    /** Campaigns to include; absent or empty includes all. */
    campaigns: listOf(idText('ids of campaigns').min(1, 'Use an id that is not empty.'), 1000).optional(),
    year: ignored,
    month: ignored,
  },
  { error: filtersShape },
);
export type ScopeFilters = z.infer<typeof scopeFiltersSchema>;

const maxAccountIds = 10_000;

/** A single `*` means all of the viewer's accounts; absent or empty means none. */
const accountIdsSchema = listOf(idText('ids of accounts, or * for all of yours'), maxAccountIds, 'accounts')
  .optional()
  .transform((ids) => (ids ?? []).filter((id) => id !== ''));

export const accountSelectionShape = {
  accountIds: accountIdsSchema,
  /** Excluded with their sub-accounts; only with `accountIds[]=*`. Others' accounts are ignored. */
  exceptAccountIds: listOf(idText('ids of accounts to leave out'), maxAccountIds, 'accounts')
    .optional()
    .transform((ids) => (ids ?? []).filter((id) => id !== '')),
};

export interface RequestedAccounts {
  accountIds: string[];
  exceptAccountIds?: string[];
}

export const requestedAccounts = ({
  accountIds,
  exceptAccountIds,
}: RequestedAccounts): RequestedAccounts => ({
  accountIds,
  ...(exceptAccountIds && { exceptAccountIds }),
});

const datesAreOrdered = (filters: ScopeFilters) =>
  !filters.startDate || !filters.endDate || filters.startDate <= filters.endDate;

export const withOrderedDates = <Filters extends z.ZodType<ScopeFilters>>(filters: Filters) =>
  filters.refine((value) => datesAreOrdered(value), {
    path: ['endDate'],
    message: 'The end date must not be before the start date.',
  });

export const scopeQuerySchema = z.object({
  ...accountSelectionShape,
  filters: withOrderedDates(scopeFiltersSchema).optional(),
});
export type ScopeQuery = z.infer<typeof scopeQuerySchema>;

function selectionToQuery(selection: AccountSelection): RequestedAccounts {
  if (selection === '*') return { accountIds: ['*'] };
  if ('allExcept' in selection) return { accountIds: ['*'], exceptAccountIds: [...selection.allExcept] };
  return { accountIds: [...selection] };
}

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
