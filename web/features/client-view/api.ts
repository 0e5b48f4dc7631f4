import { beginClientView, findViewableContacts } from '@mailcall/contract/client-views.ts';
import { limitedRole, relatedAccounts } from '@mailcall/contract/identity.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { startClientView } from '../../platform/session-store.ts';
import { onDesk } from '../live/index.ts';

export const viewableContactsQuery = (query: string) =>
  queryOptions({
    queryKey: ['viewable contacts', query],
    queryFn: ({ signal }) => call(findViewableContacts, { query: { query: query || undefined } }, { signal }),
    placeholderData: keepPreviousData,
    ...onDesk('contacts', 'accounts', 'team'),
  });

/** 'Alder Dental, Birch Dental and 3 others'. */
export function officesText(names: readonly string[], count: number): string {
  const more = count - names.length;
  return `${names.join(', ') || 'No office'}${more > 0 ? ` and ${counted(more, 'other')}` : ''}`;
}

/** Loads the portal again, as the contact sees it. */
export async function viewAs(contactId: string): Promise<void> {
  const { token, expiresAt, contact } = await call(beginClientView, { body: { contactId } });
  const { accounts, sessionVersion } = await call(relatedAccounts, {}, { accessToken: token });
  startClientView({
    accessToken: token,
    tokenType: 'Bearer',
    expiresAt: Date.parse(expiresAt),
    picture: null,
    contactId,
    profileName: contact.name,
    profileEmail: contact.email,
    accounts,
    roles: contact.limited ? [limitedRole] : [],
    team: [],
    limited: contact.limited,
    limitedByRole: contact.limited,
    guest: false,
    secondFactorMissing: false,
    activated: null,
    sessionVersion,
    grants: {},
  });
  window.location.assign(paths.start);
}
