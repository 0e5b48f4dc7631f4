import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { mailingApprovalRefusal } from '@mailcall/contract/rules/next-step.ts';
import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { accountNamesFor, nameOfViewer, type Viewer } from '../identity/index.ts';
import { bumpAccountVersions, recordChanges } from '../changes/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { type LockedMailing, lockMailings } from './locked-mailing.ts';
import { mailingFacts } from './mailing-step.ts';

/** Milliseconds that the mail is worth sending. */
const messageLifetime = days(3);

/** Same error for a mailing that does not exist and one that is not the viewer's. */
export const noMailing = () => notFound('There is no such mailing.');

/** Also mails the primary contacts. @throws {Problem} 422 unless the mailing can be approved */
export async function approveMailing(
  transaction: Queryable,
  viewer: Viewer,
  { mailing, now, outbox }: { mailing: LockedMailing; now: Date; outbox: Outbox },
): Promise<void> {
  const refusal = mailingApprovalRefusal(mailingFacts(mailing.state));
  if (refusal !== null) throw notPossible(refusal);
  const approver = await nameOfViewer(transaction, viewer);
  await transaction
    .updateTable('campaigns')
    .set({
      status: 'approved',
      approval_date: clockInZone(now, mailing.time_zone).day,
      approved_by: approver,
      approved_by_contact_id: viewer.contactId,
      approved_at: now,
    })
    .where('account_id', '=', mailing.account_id)
    .where('id', '=', mailing.id)
    .execute();
  await recordChanges(
    transaction,
    [{ accountId: mailing.account_id, file: 'campaigns', rowId: mailing.id }],
    { contactId: viewer.contactId, at: now },
  );
  await recordActivity(transaction, [
    {
      accountId: mailing.account_id,
      contactId: viewer.contactId,
      action: 'approve',
      subject: { kind: 'mailing', id: mailing.id },
      at: now,
    },
  ]);
  await bumpAccountVersions(transaction, [mailing.account_id]);

  const contacts = await sql<{ id: string; email: string }>`
    with recursive office as (
      select id, parent_id from accounts where id = ${mailing.account_id}
      union
      select accounts.id, accounts.parent_id from office join accounts on accounts.id = office.parent_id where not accounts.deleted)
    select min(contacts.id) as id, contacts.email from contact_accounts
    join office on office.id = contact_accounts.account_id
    join contacts on contacts.id = contact_accounts.contact_id
    where contact_accounts.is_primary and not contacts.deleted
    group by contacts.email order by contacts.email`.execute(transaction);
  const title = mailingTitle({ name: mailing.name, orderNumber: mailing.order_number, label: mailing.label });
  const order = title === mailing.order_number ? '' : ` (order ${mailing.order_number})`;
  const contactIds = contacts.rows.map(({ id }) => id);
  const accountNames = await accountNamesFor(transaction, mailing.account_id, contactIds);
  const brand = await outbox.brands.of(transaction, { accountId: mailing.account_id });
  for (const { id, email } of contacts.rows) {
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: email,
      goodUntil: new Date(now.getTime() + messageLifetime),
      letter: {
        subject: `${isolated(title)} was approved`,
        paragraphs: [
          `${isolated(approver)} approved the mailing ${isolated(title)}${order} of ${isolated(accountNames.get(id) ?? '')}${
            mailing.delivery_week === null
              ? ''
              : `, to be delivered in the week of ${dayInZone(`${mailing.delivery_week}T00:00:00.000Z`, 'UTC')}`
          }. It goes on to print now.`,
          'If this was a mistake, write to us at once.',
        ],
        button: {
          label: 'View the mailing',
          url: `${brand.publicUrl}/campaigns/${encodeURIComponent(mailing.id)}`,
        },
      },
    });
  }
}

/** @param name null restores the order number @throws {Problem} 404 */
export async function renameMailing(
  transaction: Queryable,
  viewer: Viewer,
  { id, name, at }: { id: string; name: string | null; at: Date },
): Promise<void> {
  const [mailing] = await lockMailings(transaction, viewer.accountIds, [id]);
  if (!mailing) throw noMailing();
  const accountId = mailing.account_id;
  await transaction
    .updateTable('campaigns')
    .set({ friendly_name: name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await recordChanges(transaction, [{ accountId, file: 'campaigns', rowId: id }], {
    contactId: viewer.contactId,
    at,
  });
  await recordActivity(transaction, [
    { accountId, contactId: viewer.contactId, action: 'rename', subject: { kind: 'mailing', id }, at },
  ]);
  await bumpAccountVersions(transaction, [accountId]);
}
