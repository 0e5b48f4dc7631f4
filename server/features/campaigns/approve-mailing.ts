import { whyMailingNotApprovable } from '@mailcall/contract/rules/next-step.ts';
import { clockInZone, dayInZone } from '@mailcall/contract/rules/office-time.ts';
import { sql } from 'kysely';
import type { ClientTransaction } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import { bumpAccountVersions } from '../ingest/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { type LockedMailing, lockMailings } from './locked-mailing.ts';
import { mailingFacts } from './mailing-step.ts';

/** How long the mail of an approval is worth sending: three days, in milliseconds. */
const messageLifetime = 3 * 24 * 60 * 60 * 1000;

/** No such mailing, or not the viewer's. */
export const noMailing = () => notFound('There is no such mailing.');

/**
 * Writes the approval of a locked mailing: who and when are kept, and the primary contacts are told.
 * @throws {Problem} 422 unless it can be approved.
 */
export async function approveMailing(
  { queries, client }: ClientTransaction,
  viewer: Viewer,
  {
    mailing,
    now,
    outbox,
    publicUrl,
  }: { mailing: LockedMailing; now: Date; outbox: Outbox; publicUrl: string },
): Promise<void> {
  const refusal = whyMailingNotApprovable(mailingFacts(mailing.state));
  if (refusal !== null) throw notPossible(refusal);
  const approver = await nameOfViewer(queries, viewer);
  await sql`
    update campaigns set status = 'approved', approval_date = ${clockInZone(now, mailing.time_zone).day}::date,
      approved_by = ${approver}, approved_by_contact_id = ${viewer.contactId}, approved_at = ${now}
    where account_id = ${mailing.account_id} and id = ${mailing.id}`.execute(queries);
  await bumpAccountVersions(client, [mailing.account_id]);

  const contacts = await sql<{ email: string }>`
    with recursive office as (
      select id, parent_id from accounts where id = ${mailing.account_id}
      union
      select accounts.id, accounts.parent_id from office join accounts on accounts.id = office.parent_id where not accounts.deleted)
    select distinct contacts.email from contact_accounts
    join office on office.id = contact_accounts.account_id
    join contacts on contacts.id = contact_accounts.contact_id
    where contact_accounts.is_primary and not contacts.deleted order by contacts.email`.execute(queries);
  for (const { email } of contacts.rows) {
    await outbox.write(queries, {
      channel: 'email',
      recipient: email,
      goodUntil: new Date(now.getTime() + messageLifetime),
      letter: {
        subject: `${mailing.name} was approved`,
        paragraphs: [
          `${approver} approved the mailing ${mailing.name} of ${mailing.account_name}${
            mailing.delivery_week === null
              ? ''
              : `, to be delivered in the week of ${dayInZone(`${mailing.delivery_week}T00:00:00.000Z`, 'UTC')}`
          }. It goes on to print now.`,
          'If that was not meant to be, write to us at once.',
        ],
        button: {
          label: 'View the mailing',
          url: `${publicUrl}/campaigns/${encodeURIComponent(mailing.id)}`,
        },
      },
    });
  }
}

/** Gives a mailing a name of the office's own; null takes it back to the order number. */
export async function renameMailing(
  { queries, client }: ClientTransaction,
  viewer: Viewer,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  const [mailing] = await lockMailings(queries, viewer.accountIds, [id]);
  if (!mailing) throw noMailing();
  const accountId = mailing.account_id;
  await sql`
    update campaigns set friendly_name = ${name} where account_id = ${accountId} and id = ${id}`.execute(
    queries,
  );
  await bumpAccountVersions(client, [accountId]);
}
