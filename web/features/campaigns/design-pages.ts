import type { Mailing } from '@mailcall/contract/mailings.ts';
import { conceptSelectionSearch, paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

/** Where a link leads. */
export interface PageLink {
  to: string;
  search?: Address;
}

/** Where a customer chooses among the designs that wait for a mailing. */
export const pageOfConcepts = (mailing: Pick<Mailing, 'id' | 'conceptIds'>): PageLink => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing),
});

/** Where the design of a mailing is reviewed or looked at; null while no page of it opens. */
export function pageOfReview({
  id,
  accountId,
  designId,
  reviewPage,
}: Pick<Mailing, 'id' | 'accountId' | 'designId' | 'reviewPage'>): PageLink | null {
  if (designId === null || reviewPage === null) return null;
  return { to: reviewPage === 'campaign' ? paths.campaignDesign(id) : paths.design(accountId, designId) };
}
