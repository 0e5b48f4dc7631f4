import { type Address, pageIn, textOf } from '../../platform/address.ts';

/** URL parameters of the lists' pages. */
export const pageNames = {
  accounts: 'accountsPage',
  contacts: 'contactsPage',
  deliveries: 'deliveriesPage',
  access: 'accessPage',
} as const;
export type PagedList = keyof typeof pageNames;

/** State of the page's lists in the URL. */
export interface OperateState {
  /** Search in accounts and contacts as typed; '' without one. */
  search: string;
  /** Lists only undelivered changes. */
  failedOnly: boolean;
  pages: Readonly<Record<PagedList, number>>;
}

/** Reads the state from URL parameters; missing and invalid values get defaults. */
export function operateFromAddress(address: Address): OperateState {
  return {
    search: (textOf(address['q']) ?? '').slice(0, 200),
    failedOnly: textOf(address['deliveries']) === 'failed',
    pages: {
      accounts: pageIn(address[pageNames.accounts]),
      contacts: pageIn(address[pageNames.contacts]),
      deliveries: pageIn(address[pageNames.deliveries]),
      access: pageIn(address[pageNames.access]),
    },
  };
}

export const atPage = (list: PagedList, page: number): Address => ({
  [pageNames[list]]: page === 1 ? undefined : String(page),
});

/** URL change that searches; both lists return to page 1. */
export const withSearch = (search: string): Address => ({
  q: search || undefined,
  ...atPage('accounts', 1),
  ...atPage('contacts', 1),
});

/** URL change that lists all deliveries, or only failed ones. */
export const withDeliveries = (failedOnly: boolean): Address => ({
  deliveries: failedOnly ? 'failed' : undefined,
  ...atPage('deliveries', 1),
});
