import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordTakenRoles } from '../identity/index.ts';
import { erasedName } from '../ingest/index.ts';

const ownTables = [
  'sessions',
  'one_time_codes',
  'passkeys',
  'pending_sign_ins',
  'recovery_codes',
  'remembered_browsers',
  'pending_contact_changes',
  'contact_changes',
  'client_views',
  'contact_accounts',
  'team_member_accounts',
  'unsubscribe_lists',
  'export_tokens',
  'alerts',
  'design_alert_settings',
  'design_alerts',
  'dispute_mail_settings',
  'saved_view_mails',
  'score_claims',
  'score_drafts',
  'score_pass_draws',
  'score_skips',
  'start_pages',
] as const;

/** Ends sign-in and gives their actions to an erased person. Ids stay, so that the access log still distinguishes people. */
export async function eraseContacts(
  transaction: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const chosen = sql`any(${[...ids]}::text[])`;
  for (const table of ownTables)
    await sql`delete from ${sql.table(table)} where contact_id = ${chosen}`.execute(transaction);
  await sql`delete from client_views where viewed_contact_id = ${chosen}`.execute(transaction);
  await sql`
    with grants as (delete from scoreboard_grants where contact_id = ${chosen} returning id)
    delete from scoreboard_grant_accounts where grant_id in (select id from grants)`.execute(transaction);
  // shared views stay with the office
  await sql`delete from saved_views where contact_id = ${chosen} and not is_shared`.execute(transaction);
  await sql`update notification_settings set deleted = true where contact_id = ${chosen} and not deleted`.execute(
    transaction,
  );
  for (const table of ['call_actions', 'callback_actions'])
    await sql`
      update ${sql.table(table)} set contact_name = ${erasedName} where contact_id = ${chosen}`.execute(
      transaction,
    );
  await sql`
    update review_comments set author_name = ${erasedName}, feed = feed - 'author_name' where author_contact_id = ${chosen}`.execute(
    transaction,
  );
  await sql`
    update campaigns set approved_by = ${erasedName}, feed = feed - 'approved_by' where approved_by_contact_id = ${chosen}`.execute(
    transaction,
  );
  await sql`
    update score_disputes set decided_as = ${erasedName} where decided_by_id = ${chosen} and decided_as is not null`.execute(
    transaction,
  );
  await sql`delete from feed_questions where file = 'contacts' and row_id = ${chosen}`.execute(transaction);
  await recordTakenRoles(transaction, ids, now);
  // after the record of their roles
  await sql`delete from team_members where contact_id = ${chosen}`.execute(transaction);
  await sql`
    update contacts set name = ${erasedName}, email = 'erased-' || id || '@erased.invalid', phone = null, picture = null,
      roles = '{}', portal_roles = '{}', password_hash = null, activated_at = null, received_sms_alerts = '{}', feed = '{}',
      changes_withdrawn_at = ${now}, session_version = session_version + 1, deleted = true, personal_data_removed = true
    where id = ${chosen}`.execute(transaction);
}
