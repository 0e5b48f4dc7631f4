import { type Address, pageIn, textOf } from '../../platform/address.ts';

/** The names of the pages of the lists in the address. */
export const pageNames = {
  accounts: 'accountsPage',
  contacts: 'contactsPage',
  deliveries: 'deliveriesPage',
  access: 'accessPage',
} as const;
export type PagedList = keyof typeof pageNames;

/** What the page shows of its lists, as its address says it. */
export interface OperateState {
  /** Words in accounts and contacts, as typed; '' without a search. */
  search: string;
  /** Whether only what could not be delivered is listed. */
  failedOnly: boolean;
  pages: Readonly<Record<PagedList, number>>;
}

/** Reads the state from a page address; what is missing or invalid gets its default. */
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

/** The change of the address that goes to a page of a list. */
export const atPage = (list: PagedList, page: number): Address => ({
  [pageNames[list]]: page === 1 ? undefined : String(page),
});

/** The change of the address that searches: both lists begin at their first page. */
export const withSearch = (search: string): Address => ({
  q: search || undefined,
  ...atPage('accounts', 1),
  ...atPage('contacts', 1),
});

/** The change of the address that lists all deliveries, or only the failed ones. */
export const withDeliveries = (failedOnly: boolean): Address => ({
  deliveries: failedOnly ? 'failed' : undefined,
  ...atPage('deliveries', 1),
});
