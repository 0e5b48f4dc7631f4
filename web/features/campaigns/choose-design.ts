import type { Mailing } from '@mailcall/contract/mailings.ts';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

/** Where a customer chooses among the designs that wait for a mailing (spec 3 §2); null when there is nothing to choose. */
export function conceptChoiceOf(
  mailing: Pick<Mailing, 'id' | 'conceptIds'>,
): { to: string; search: Address } | null {
  if (mailing.conceptIds.length === 0) return null;
  return {
    to: paths.conceptSelection,
    search: { designIds: mailing.conceptIds.join(','), campaignIds: mailing.id },
  };
}
