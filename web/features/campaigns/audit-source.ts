import type { Mailing } from '@mailcall/contract/mailings.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';

/** Whose the audit figures of a mailing are, as a text for its details and a shorter one; null without an audit. */
export function useAuditSource({
  accountId,
  matchedSource,
}: Mailing): { text: string; shortText: string } | null {
  const account = useSession()?.accounts.find(({ id }) => id === accountId) ?? null;
  if (matchedSource === null) return null;
  if (matchedSource === 'portal')
    return { text: labelText('From your patient lists', wordingOf(account)), shortText: 'Your lists' };
  const text = `By ${config().provider.name}`;
  return { text, shortText: text };
}

/** An amount in US dollars, without cents. */
export function wholeDollars(amount: number): string {
  // creating a number format takes longer than drawing a card
  const rounded = Math.round(Math.abs(amount));
  return `${amount < 0 && rounded > 0 ? '-' : ''}$${thousands(rounded)}`;
}
