import { sortDirections } from '@mailcall/contract/rules/paging.ts';
import { defaultMailingPageSize, mailingPageSizes } from '@mailcall/contract/mailings.ts';
import { type MailingOrder, mailingSorts } from '@mailcall/contract/rules/mailing.ts';
import { dateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { type Address, textOf } from '../../platform/address.ts';
import type { ScopeState } from '../scope/index.ts';
import type { MailingListRequest } from './api.ts';

export interface MailingListState {
  /** Null for the default: newest campaign date first. */
  order: MailingOrder;
  page: number;
  pageSize: number;
}

export const listNames = ['sort', 'dir', 'page', 'pageSize'] as const;

export function listFromAddress(address: Address): MailingListState {
  const sort = mailingSorts.find((known) => known === textOf(address['sort']));
  const dir = sortDirections.find((known) => known === textOf(address['dir']));
  const page = Number(textOf(address['page']));
  const size = mailingPageSizes.find((known) => String(known) === textOf(address['pageSize']));
  return {
    order: sort && dir ? { sort, dir } : null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: size ?? defaultMailingPageSize,
  };
}

export function listToAddress({ order, page, pageSize }: MailingListState): Address {
  return {
    sort: order?.sort,
    dir: order?.dir,
    page: page === 1 ? undefined : String(page),
    pageSize: pageSize === defaultMailingPageSize ? undefined : String(pageSize),
  };
}

/** Scope filters of a request; dates apply to the delivery week, All Time sets none. */
export function mailingFilters({
  scope,
  today,
}: Pick<ScopeState, 'scope' | 'today'>): NonNullable<MailingListRequest['filters']> {
  const { startDate, endDate } = dateRangeOf(scope, today);
  return {
    ...(scope.preset === 'all' ? {} : { deliveryWeek: { gte: startDate, lte: endDate } }),
    ...(scope.campaignType === 'all' ? {} : { campaignFilterType: scope.campaignType }),
  };
}
