import { listContacts } from '@mailcall/contract/accounts.ts';
import { inquiryFilters, type InquiryFilter, noMediaType } from '@mailcall/contract/call-filters.ts';
import { type DimensionName, dimensions, picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import { campaignPicklist, scorePicklist } from '@mailcall/contract/picklists.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ValueFilter } from './list-address.ts';
import { nonStaff } from './active-filters.ts';

export interface FilterOption {
  value: string;
  label: string;
  accountId?: string;
}

const isInquiry = (filter: ValueFilter): filter is InquiryFilter =>
  (inquiryFilters as readonly string[]).includes(filter);

async function picklistOf(filter: DimensionName, signal: AbortSignal): Promise<FilterOption[]> {
  const name = picklistFieldOf(filter);
  const route = dimensions[filter].picklist === 'campaign' ? campaignPicklist : scorePicklist;
  const { [name]: field } = await call(route, { query: { names: [name] } }, { signal });
  const options = field?.picklist ?? [];
  const none = { value: noMediaType, label: noMediaType };
  return filter === 'mediaType' && options.length > 0 ? [...options, none] : options;
}

/** Items of inquiries in these accounts, most frequent first; for all dates, so that selected values keep their names. */
async function itemsOf(filter: InquiryFilter, accounts: RequestedAccounts, signal: AbortSignal) {
  const { records } = await call(breakdowns[filter], { query: accounts }, { signal });
  return records.flatMap(({ id, name }) => (id === null ? [] : { value: id, label: name }));
}

/** Maximum staff loaded at once; above it, the server searches. */
export const maxStaff = 200;

export const staffQuery = (
  accounts: RequestedAccounts,
  choice: { query?: string } | { ids: readonly string[] },
) =>
  queryOptions({
    queryKey: ['calls', 'options', 'callHandlerId', accounts.accountIds, accounts.exceptAccountIds, choice],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const query = {
        ...accounts,
        ...choice,
        kind: 'staff' as const,
        limit: 'ids' in choice ? undefined : maxStaff,
      };
      const { records } = await call(listContacts, { query }, { signal });
      return records.map(({ id, name, accountId }) => ({ value: id, label: name, accountId }));
    },
    enabled: accounts.accountIds.length > 0 && (!('ids' in choice) || choice.ids.length > 0),
  });

export const staffNamesQuery = (accounts: RequestedAccounts, values: readonly string[]) =>
  staffQuery(accounts, { ids: values.filter((value) => value !== nonStaff.value).slice(0, maxNamed) });

const maxNamed = 500;

export type ListedFilter = Exclude<ValueFilter, 'callHandlerId'>;

export const filterOptionsQuery = (filter: ListedFilter, accounts: RequestedAccounts) =>
  queryOptions({
    queryKey: ['calls', 'options', filter, accounts.accountIds, accounts.exceptAccountIds],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const options = isInquiry(filter)
        ? await itemsOf(filter, accounts, signal)
        : await picklistOf(filter, signal);
      return [...new Map(options.map((option) => [option.value, option])).values()];
    },
    enabled: accounts.accountIds.length > 0,
  });
