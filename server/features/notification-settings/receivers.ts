import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountAndAbove } from '../identity/index.ts';

/** A contact who may receive the alerts of an account. */
export interface Receiver {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  /** Whether they are a primary contact of the account or of one above it. */
  isPrimary: boolean;
}

/** The contacts with a right to an account, by id and in the order of their names: those linked to it or to an account above it. */
export async function receiversOf(
  database: Queryable,
  accountId: string,
): Promise<ReadonlyMap<string, Receiver>> {
  const { rows } = await sql<Receiver>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id, contacts.name, contacts.email, contacts.phone, bool_or(linked.is_primary) as "isPrimary"
    from above
    join contact_accounts linked on linked.account_id = above.id
    join contacts on contacts.id = linked.contact_id
    where not contacts.deleted
    group by contacts.id
    order by lower(contacts.name), contacts.name, contacts.id
  `.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}
