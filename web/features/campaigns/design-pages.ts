import type { Mailing } from '@mailcall/contract/mailings.ts';
import { conceptSelectionSearch, paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

/** The target of a link. */
export interface PageLink {
  to: string;
  search?: Address;
}

/** The page where a customer chooses one of the concepts for a mailing. */
export const conceptsLink = (mailing: Pick<Mailing, 'id' | 'conceptIds'>): PageLink => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing),
});

/** The page where a mailing's design is reviewed or viewed; null while the design cannot be opened. */
export function reviewLink({
  id,
  accountId,
  designId,
  reviewPage,
}: Pick<Mailing, 'id' | 'accountId' | 'designId' | 'reviewPage'>): PageLink | null {
  if (designId === null || reviewPage === null) return null;
  return { to: reviewPage === 'campaign' ? paths.campaignDesign(id) : paths.design(accountId, designId) };
}
