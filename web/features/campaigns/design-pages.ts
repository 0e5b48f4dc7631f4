import type { Mailing } from '@mailcall/contract/mailings.ts';
import { conceptSelectionSearch, paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

export interface PageLink {
  to: string;
  search?: Address;
}

export const conceptsLink = (mailing: Pick<Mailing, 'id' | 'conceptIds'>): PageLink => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing),
});

export function reviewLink({
  id,
  accountId,
  designId,
  reviewPage,
}: Pick<Mailing, 'id' | 'accountId' | 'designId' | 'reviewPage'>): PageLink | null {
  if (designId === null || reviewPage === null) return null;
  return { to: reviewPage === 'campaign' ? paths.campaignDesign(id) : paths.design(accountId, designId) };
}
