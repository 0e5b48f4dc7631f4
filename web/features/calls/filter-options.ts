import { listContacts } from '@mailcall/contract/accounts.ts';
import {
  type DimensionFilter,
  inquiryFilters,
  type InquiryFilter,
  noMediaType,
} from '@mailcall/contract/calls.ts';
import { campaignPicklist, scorePicklist } from '@mailcall/contract/picklists.ts';
import type { AccountsOfRequest } from '@mailcall/contract/scope/scope.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ValueFilter } from './list-address.ts';
import { nonStaff } from './active-filters.ts';

/** One thing that a filter can be set to. */
export interface FilterOption {
  /** As on the wire. */
  value: string;
  /** As shown, before the account's wording. */
  label: string;
  /** The account that it belongs to; of staff only. */
  accountId?: string;
}

/** The fields of campaigns among the picklists; the others are of a call's score. */
const campaignFields = ['mediaType', 'campaignType'] as const;
type CampaignField = (typeof campaignFields)[number];
const isCampaignField = (filter: DimensionFilter): filter is CampaignField =>
  (campaignFields as readonly string[]).includes(filter);
const isInquiry = (filter: ValueFilter): filter is InquiryFilter =>
  (inquiryFilters as readonly string[]).includes(filter);

/** The filter that is called otherwise as a picklist. */
const scoreField = (filter: DimensionFilter) => (filter === 'callerSource' ? 'callerProvidedSource' : filter);

async function picklistOf(filter: DimensionFilter, signal: AbortSignal): Promise<FilterOption[]> {
  if (isCampaignField(filter)) {
    const { [filter]: field } = await call(campaignPicklist, { query: { names: [filter] } }, { signal });
    const options = field?.picklist ?? [];
    const none = { value: noMediaType, label: noMediaType };
    return filter === 'mediaType' && options.length > 0 ? [...options, none] : options;
  }
  const name = scoreField(filter);
  const { [name]: field } = await call(scorePicklist, { query: { names: [name] } }, { signal });
  return field?.picklist ?? [];
}

/** What callers of these accounts ever asked about, most asked first; whatever the dates, so that a choice stays named. */
async function itemsOf(filter: InquiryFilter, accounts: AccountsOfRequest, signal: AbortSignal) {
  const { records } = await call(breakdowns[filter], { query: accounts }, { signal });
  return records.flatMap(({ id, name }) => (id === null ? [] : { value: id, label: name }));
}

async function staffOf(accounts: AccountsOfRequest, signal: AbortSignal): Promise<FilterOption[]> {
  const query = { ...accounts, kind: 'staff' as const };
  const { records } = await call(listContacts, { query }, { signal });
  const staff = records.map(({ id, name, accountId }) => ({ value: id, label: name, accountId }));
  return [nonStaff, ...staff];
}

/** What a filter can be set to: picklists, the accounts' items and staff; each value once. */
export const filterOptionsQuery = (filter: ValueFilter, accounts: AccountsOfRequest) =>
  queryOptions({
    queryKey: ['calls', 'options', filter, accounts.accountIds, accounts.exceptAccountIds],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const options = isInquiry(filter)
        ? await itemsOf(filter, accounts, signal)
        : filter === 'callHandlerId'
          ? await staffOf(accounts, signal)
          : await picklistOf(filter, signal);
      return [...new Map(options.map((option) => [option.value, option])).values()];
    },
    enabled: accounts.accountIds.length > 0,
  });
