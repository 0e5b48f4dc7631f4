import { z } from 'zod';
import { calendarDate, ignored, listOf } from '../wire/query.ts';
import {
  type CampaignFilterType,
  campaignFilterLabels,
  campaignFilterTypeSchema,
} from '../rules/campaign-groups.ts';
import {
  type DatePreset,
  type DateSpan,
  datePresetLabels,
  datePresetSchema,
  spanOfChoice,
  spanOfPreset,
} from './date-range.ts';

/** All accounts that the viewer has but some, and their sub-accounts: how most of many accounts are written. */
export interface AllExcept {
  /** Ids of the accounts that are left out; those that the viewer does not have mean nothing. */
  allExcept: readonly string[];
}

/** Selected accounts: their ids, `'*'` for all that the viewer has, or all of these with exceptions. */
export type AccountSelection = readonly string[] | '*' | AllExcept;

/**
 * What every figure is computed over: the selected accounts, the dates and the campaign type, as
 * one value. The page address, the remembered choice and every request are forms of it.
 */
export interface Scope {
  accountIds: AccountSelection;
  preset: DatePreset;
  /** The days of a custom range; null for the other presets. */
  custom: DateSpan | null;
  campaignType: CampaignFilterType;
}

/** All accounts, All Time, All Campaigns. */
export const defaultScope: Scope = { accountIds: '*', preset: 'all', custom: null, campaignType: 'all' };

/** The scope's first and last day at a moment. */
export function spanOf(scope: Scope, now: Date): DateSpan {
  return scope.preset === 'custom'
    ? (scope.custom ?? spanOfPreset('all', now))
    : spanOfPreset(scope.preset, now);
}

/** The scope's part of a page address; what is default is left out. `from` and `to` alone mean a custom range. */
export interface ScopeAddress {
  accounts?: string | undefined;
  /** With `accounts=*`: the accounts that are left out. */
  exceptAccounts?: string | undefined;
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
}

/** What `accounts` says in a page address besides ids. */
const allAccounts = '*';
const noAccounts = 'none';

/** Joins ids by commas; a comma or percent sign inside one is escaped, and what would mean all or none. */
const joined = (ids: readonly string[]) =>
  ids
    .map((id) =>
      id === noAccounts ? '%6eone' : id === allAccounts ? '%2A' : id.replace(/[%,]/g, encodeURIComponent),
    )
    .join(',');

function selectionToAddress(selection: AccountSelection): Pick<ScopeAddress, 'accounts' | 'exceptAccounts'> {
  if (selection === '*') return { accounts: undefined, exceptAccounts: undefined };
  if ('allExcept' in selection) return { accounts: allAccounts, exceptAccounts: joined(selection.allExcept) };
  return { accounts: selection.length === 0 ? noAccounts : joined(selection), exceptAccounts: undefined };
}

/** Writes a scope into a page address. */
export function scopeToAddress(scope: Scope): ScopeAddress {
  const custom = scope.preset === 'custom' ? scope.custom : null;
  return {
    ...selectionToAddress(scope.accountIds),
    range: scope.preset === 'all' || scope.preset === 'custom' ? undefined : scope.preset,
    from: custom?.startDate,
    to: custom?.endDate,
    type: scope.campaignType === 'all' ? undefined : scope.campaignType,
  };
}

/** Whether a page address says anything about the scope. */
export function addressHasScope(address: ScopeAddress): boolean {
  return ['accounts', 'exceptAccounts', 'range', 'from', 'to', 'type'].some(
    (name) => address[name as keyof ScopeAddress] !== undefined,
  );
}

const unescaped = (id: string) => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

const split = (ids: string) => ids.split(',').filter(Boolean).map(unescaped);

/** The accounts that a page address selects; null when it does not say. Exceptions go with all accounts only. */
function selectionFromAddress({ accounts, exceptAccounts = '' }: ScopeAddress): AccountSelection | null {
  if (accounts === noAccounts) return [];
  if (accounts !== undefined && accounts !== allAccounts) return split(accounts);
  const allExcept = split(exceptAccounts);
  if (allExcept.length > 0) return { allExcept };
  return accounts === undefined ? null : '*';
}

/** Reads a scope from a page address; what it does not say, or says wrongly, is taken from `otherwise`. */
export function scopeFromAddress(address: ScopeAddress, fallback: Scope = defaultScope): Scope {
  const start = calendarDate.safeParse(address.from);
  const end = calendarDate.safeParse(address.to);
  const preset = datePresetSchema.safeParse(address.range);
  const campaignType = campaignFilterTypeSchema.safeParse(address.type);
  const dates: Pick<Scope, 'preset' | 'custom'> =
    start.success || end.success
      ? { preset: 'custom', custom: spanOfChoice((start.data ?? end.data) as string, end.data) }
      : preset.success && preset.data !== 'custom'
        ? { preset: preset.data, custom: null }
        : { preset: fallback.preset, custom: fallback.custom };
  return {
    accountIds: selectionFromAddress(address) ?? fallback.accountIds,
    ...dates,
    campaignType: campaignType.success ? campaignType.data : fallback.campaignType,
  };
}

/** The date words of a scope: 'All time', 'Week', or the days of a custom range as given by `day`. */
export function dateSummary(scope: Scope, day: (date: string) => string): string {
  if (scope.preset === 'all') return 'All time';
  if (scope.preset !== 'custom' || !scope.custom) return datePresetLabels[scope.preset];
  const { startDate, endDate } = scope.custom;
  return startDate === endDate ? day(startDate) : `${day(startDate)} - ${day(endDate)}`;
}

/** The campaign words of a scope. */
export function campaignSummary(scope: Scope): string {
  return campaignFilterLabels[scope.campaignType];
}

const filtersShape = 'Use filters by their names, like filters[startDate]=2026-01-31.';
const idText = (what: string) =>
  z.string({ error: `Use ${what}, one value each.` }).max(200, 'Use at most 200 characters.');

/** The global filters of a request. The dates alone decide; `dateFilterType` is a label. */
export const scopeFiltersSchema = z.object(
  {
    dateFilterType: datePresetSchema.optional(),
    /** First UTC day; absent means 2018-01-01. */
    startDate: calendarDate.optional(),
    /** Last UTC day; absent means today. */
    endDate: calendarDate.optional(),
    campaignFilterType: campaignFilterTypeSchema.optional(),
    /** Ids of campaigns to narrow to; absent or empty means any. */
    campaigns: listOf(idText('ids of campaigns').min(1, 'Use an id that is not empty.'), 1000).optional(),
    year: ignored,
    month: ignored,
  },
  { error: filtersShape },
);
export type ScopeFilters = z.infer<typeof scopeFiltersSchema>;

/** How many account ids one list of a request may have. */
const mostAccountIds = 10_000;

/** Account ids of a request: `*` alone means all the viewer's accounts; absent or empty means none. */
const accountIdsSchema = listOf(idText('ids of accounts, or * for all of yours'), mostAccountIds, 'accounts')
  .optional()
  .transform((ids) => (ids ?? []).filter((id) => id !== ''));

/** How a request selects accounts. */
export const accountSelectionShape = {
  accountIds: accountIdsSchema,
  /** With `accountIds[]=*`: accounts that are left out, with their sub-accounts. Those that are not the viewer's mean nothing. */
  exceptAccountIds: listOf(idText('ids of accounts to leave out'), mostAccountIds, 'accounts')
    .optional()
    .transform((ids) => (ids ?? []).filter((id) => id !== '')),
};

/** Selected accounts as they travel in a request. */
export interface AccountsOfRequest {
  accountIds: string[];
  exceptAccountIds?: string[];
}

/** The part of a request that selects its accounts. */
export const accountsOf = ({ accountIds, exceptAccountIds }: AccountsOfRequest): AccountsOfRequest => ({
  accountIds,
  ...(exceptAccountIds && { exceptAccountIds }),
});

const spanInOrder = (filters: ScopeFilters) =>
  !filters.startDate || !filters.endDate || filters.startDate <= filters.endDate;

/** Adds the rule that a range does not end before it starts. */
export const inOrder = <Filters extends z.ZodType<ScopeFilters>>(filters: Filters) =>
  filters.refine((value) => spanInOrder(value), {
    path: ['endDate'],
    message: 'The end date must not be before the start date.',
  });

/** The scope's part of a query: `accountIds[]`, `exceptAccountIds[]` and `filters[…]`. */
export const scopeQuerySchema = z.object({
  ...accountSelectionShape,
  filters: inOrder(scopeFiltersSchema).optional(),
});
export type ScopeQuery = z.infer<typeof scopeQuerySchema>;

/** Selected accounts as they travel in a request. */
function selectionToQuery(selection: AccountSelection): AccountsOfRequest {
  if (selection === '*') return { accountIds: ['*'] };
  if ('allExcept' in selection) return { accountIds: ['*'], exceptAccountIds: [...selection.allExcept] };
  return { accountIds: [...selection] };
}

/** A scope as it travels in a request, at a moment. */
export function scopeToQuery(
  scope: Scope,
  now: Date,
): AccountsOfRequest & { filters: z.input<typeof scopeFiltersSchema> } {
  return {
    ...selectionToQuery(scope.accountIds),
    filters: { dateFilterType: scope.preset, ...spanOf(scope, now), campaignFilterType: scope.campaignType },
  };
}
