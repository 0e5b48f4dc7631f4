import type { Mailing } from '@mailcall/contract/mailings.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';

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
