/*
 * Accounts: offices, their people, and the staff who answer calls.
 *   people-of-accounts, find-offices    lists of contacts and staff; the search's offices
 *   desk-offices, change-offices        the offices of the provider's desk
 *   office-rows                         tracking lines and staff of an office there
 *   place-of-address                    coordinates and time zone of an address
 * Tables: none; it reads contacts and contact_accounts (identity) and staff (ingest).
 * Routes: GET /accounts/contacts; /provider/offices and below, GET /provider/places (routes.ts, because the room ingest meets here).
 * Commands: none. `accounts` and `contacts` are of the room operators.
 */
import { listContacts } from '@mailcall/contract/accounts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { checkAccountsWithSubAccounts } from '../scope/index.ts';
import { contactsOf, contactsWithRight, staffOf } from './people-of-accounts.ts';

export { readOffice, survivorOf } from './desk-offices.ts';
export { findOffices } from './find-offices.ts';

export function serveAccounts(
  routes: RouteServer<Viewer>,
  { database }: Pick<Dependencies, 'database'>,
): void {
  routes.serve(listContacts, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(database.kysely, viewer, query);
    // a scoreboard grant shows who answers an office's calls, not the addresses of its people
    const ownIds = accountIds.filter((id) => !viewer.grantedIds.has(id));
    if (query.above) {
      const [accountId, ...others] = query.accountIds;
      if (accountId === undefined || accountId === '*' || others.length > 0 || query.kind === 'staff')
        throw notValid({ above: 'Use it for the contacts of one account.' });
      if (!ownIds.includes(accountId)) return { records: [] };
      const contacts = await contactsWithRight(database.kysely, { accountId, viewerId: viewer.contactId });
      if (contacts) return { records: contacts };
    }
    if (query.kind === 'staff') return { records: await staffOf(database.kysely, accountIds, query) };
    for (const name of ['query', 'ids', 'limit'] as const)
      if (query[name] !== undefined) throw notValid({ [name]: 'Use it for staff.' });
    const managed = new Set(await readPrimaryAccounts(database.kysely, viewer.contactId));
    const contacts = await contactsOf(database.kysely, ownIds);
    // only people who manage alert recipients need the addresses of colleagues
    const maySee = ({ id, accountId }: (typeof contacts)[number]) =>
      id === viewer.contactId || managed.has(accountId);
    return {
      records: contacts.map((person) => (maySee(person) ? person : { ...person, email: null, phone: null })),
    };
  });
}
