import { type MailingStatus, stepOf } from '@mailcall/contract/rules/mailing.ts';
import { clockInZone, dayInZone } from '@mailcall/contract/rules/office-time.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ClientTransaction } from '../../platform/database.ts';
import { dayText } from '../../platform/day-text.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import { bumpAccountClocks } from '../ingest/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { statusOfMailing } from './mailing-rows.ts';

/** How long the mail of an approval is worth sending: three days, in milliseconds. */
const letterGoodFor = 3 * 24 * 60 * 60 * 1000;

/** No such mailing, or not the viewer's. */
export const noMailing = () => notFound('There is no such mailing.');

interface LockedMailing {
  account_id: string;
  account_name: string;
  time_zone: string;
  name: string;
  delivery_week: string | null;
  status: MailingStatus | null;
  approval_date: string | null;
}

async function lockMailing(
  queries: QueryExecutorProvider,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<LockedMailing> {
  const { rows } = await sql<LockedMailing>`
    select campaigns.account_id, accounts.name as account_name, accounts.time_zone,
      coalesce(campaigns.friendly_name, campaigns.name) as name,
      ${dayText('campaigns.delivery_week')} as delivery_week, ${statusOfMailing} as status,
      ${dayText('campaigns.approval_date')} as approval_date
    from campaigns join accounts on accounts.id = campaigns.account_id
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted
    for update of campaigns`.execute(queries);
  const [mailing] = rows;
  if (!mailing) throw noMailing();
  return mailing;
}

/**
 * Approves an ordered mailing in the caller's transaction: who and when are kept, and the primary contacts are told.
 * One that is approved already stays as it is, and nobody is told again.
 * @throws {Problem} 404; 422 for one that went on without an approval.
 */
export async function approveMailing(
  { queries, client }: ClientTransaction,
  viewer: Viewer,
  { id, now, outbox, publicUrl }: { id: string; now: Date; outbox: Outbox; publicUrl: string },
): Promise<void> {
  const mailing = await lockMailing(queries, viewer.accountIds, id);
  if (mailing.approval_date !== null) return;
  const step = stepOf(mailing.status);
  if (step !== 'ordered') {
    throw notPossible(
      step === null
        ? 'This mailing has not been ordered: there is nothing to approve.'
        : `This mailing is ${step} already: there is nothing to approve.`,
    );
  }
  const approver = await nameOfViewer(queries, viewer);
  await sql`
    update campaigns set status = 'approved', approval_date = ${clockInZone(now, mailing.time_zone).day}::date,
      approved_by = ${approver}, approved_by_contact_id = ${viewer.contactId}, approved_at = ${now}
    where account_id = ${mailing.account_id} and id = ${id}`.execute(queries);
  await bumpAccountClocks(client, [mailing.account_id]);

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
      goodUntil: new Date(now.getTime() + letterGoodFor),
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
        button: { label: 'View the mailing', url: `${publicUrl}/campaigns/${encodeURIComponent(id)}` },
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
  const { account_id: accountId } = await lockMailing(queries, viewer.accountIds, id);
  await sql`
    update campaigns set friendly_name = ${name} where account_id = ${accountId} and id = ${id}`.execute(
    queries,
  );
  await bumpAccountClocks(client, [accountId]);
}
