import { type Address, pageIn, textOf } from '../../platform/address.ts';

export const pageNames = {
  accounts: 'accountsPage',
  contacts: 'contactsPage',
  deliveries: 'deliveriesPage',
  access: 'accessPage',
} as const;
export type PagedList = keyof typeof pageNames;

export interface OperateState {
  search: string;
  failedOnly: boolean;
  pages: Readonly<Record<PagedList, number>>;
}

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

export const withPage = (list: PagedList, page: number): Address => ({
  [pageNames[list]]: page === 1 ? undefined : String(page),
});

export const withSearch = (search: string): Address => ({
  q: search || undefined,
  ...withPage('accounts', 1),
  ...withPage('contacts', 1),
});

export const withDeliveries = (failedOnly: boolean): Address => ({
  deliveries: failedOnly ? 'failed' : undefined,
  ...withPage('deliveries', 1),
});
