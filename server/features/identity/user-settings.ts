import type { UserSettings } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notSignedIn } from '../../platform/http/problems.ts';

/**
 * What a person can see and change of themselves. `passwordHere`: this server keeps passwords, no outside issuer does.
 * @throws a 401 Problem when the person is gone.
 */
export async function userSettingsOf(
  database: Queryable,
  contactId: string,
  passwordHere: boolean,
): Promise<UserSettings> {
  const { rows } = await sql<Omit<UserSettings, 'passwordHere'>>`
    select email, phone, password_hash is not null as activated,
      exists (
        select from contact_accounts linked join accounts on accounts.id = linked.account_id
        where linked.contact_id = contacts.id and linked.is_primary and not accounts.deleted
      ) as "isPrimary"
    from contacts where id = ${contactId} and not deleted
  `.execute(database);
  const [settings] = rows;
  if (!settings) throw notSignedIn();
  return { ...settings, passwordHere };
}
