import { sortDirections } from '@mailcall/contract/calls.ts';
import { defaultMailingPageSize, mailingPageSizes } from '@mailcall/contract/mailings.ts';
import { type MailingOrder, mailingSorts } from '@mailcall/contract/rules/mailing.ts';
import { spanOf } from '@mailcall/contract/scope/scope.ts';
import { type Address, textOf } from '../../platform/address.ts';
import type { ScopeState } from '../scope/index.ts';
import type { MailingListRequest } from './api.ts';

/** The delivered list as the page's address says it. */
export interface MailingListState {
  /** Null is the list's own order: the newest campaign date first. */
  order: MailingOrder;
  page: number;
  pageSize: number;
}

/** Reads the delivered list from an address; what it does not say, or says wrongly, is the default. */
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

/** What an address says of the delivered list; what is default is left out. */
export function listToAddress({ order, page, pageSize }: MailingListState): Address {
  return {
    sort: order?.sort,
    dir: order?.dir,
    page: page === 1 ? undefined : String(page),
    pageSize: pageSize === defaultMailingPageSize ? undefined : String(pageSize),
  };
}

/** The scope's part of a request for mailings: the dates are those of the delivery week, and All Time sets none. */
export function mailingFilters(
  { scope }: Pick<ScopeState, 'scope'>,
  now: Date,
): NonNullable<MailingListRequest['filters']> {
  const { startDate, endDate } = spanOf(scope, now);
  return {
    ...(scope.preset === 'all' ? {} : { deliveryWeek: { gte: startDate, lte: endDate } }),
    ...(scope.campaignType === 'all' ? {} : { campaignFilterType: scope.campaignType }),
  };
}
