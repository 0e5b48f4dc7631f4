import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { endSignIns } from './end-sessions.ts';
import { removePasskeysOf } from './passkeys.ts';

/** For a person who leaves: also passwords, passkeys, recovery codes, shared figures and client views. Returns the number of sessions. */
export async function endAccess(transaction: Queryable, contactId: string, now: Date): Promise<number> {
  const ended = await endSignIns(transaction, contactId, now);
  await removePasskeysOf(transaction, contactId);
  await transaction.deleteFrom('recovery_codes').where('contact_id', '=', contactId).execute();
  await sql`
    with revoked as (delete from scoreboard_grants where contact_id = ${contactId} returning id)
    delete from scoreboard_grant_accounts using revoked where grant_id = revoked.id`.execute(transaction);
  await sql`
    update client_views set ended_at = ${now}
    where ended_at is null and (contact_id = ${contactId} or viewed_contact_id = ${contactId})`.execute(
    transaction,
  );
  await sql`update contacts set password_hash = null where id = ${contactId}`.execute(transaction);
  return ended;
}
