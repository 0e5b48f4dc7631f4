import type { Provider } from '@mailcall/contract/provider.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { dateAndTimeInZone } from '@mailcall/contract/time/office-time.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountNamesFor, hasRight } from '../identity/index.ts';
import type { MailContent } from '@mailcall/contract/rules/mail-layout.ts';
import { disputeAnsweredKind, type Outbox } from '../outbox/index.ts';
import type { StoredDispute } from './disputes.ts';

const mailLifetime = days(3);

export async function readMailSetting(database: Queryable, contactId: string): Promise<boolean> {
  const { rows } = await sql<{ email: boolean }>`
    select email from dispute_mail_settings where contact_id = ${contactId}`.execute(database);
  return rows[0]?.email ?? true;
}

export async function saveMailSetting(
  database: Queryable,
  { contactId, email, now }: { contactId: string; email: boolean; now: Date },
): Promise<void> {
  await sql`
    insert into dispute_mail_settings (contact_id, email, changed_at) values (${contactId}, ${email}, ${now})
    on conflict (contact_id) do update set email = excluded.email, changed_at = excluded.changed_at`.execute(
    database,
  );
}

export const disputeEmails = {
  /** Null if the person is gone. */
  async read(database: Queryable, contactId: string): Promise<{ on: boolean } | null> {
    const { rows } = await sql`select 1 from contacts where id = ${contactId} and not deleted`.execute(
      database,
    );
    return rows.length === 0 ? null : { on: await readMailSetting(database, contactId) };
  },

  async stop(database: Queryable, contactId: string, now: Date): Promise<void> {
    await saveMailSetting(database, { contactId, email: false, now });
  },
};

export interface DisputeMailer {
  outbox: Outbox;
  unsubscribeLinks: { urlOf(publicUrl: string, subject: { disputesOf: string }): string };
  now: Date;
}

interface MailFacts {
  email: string;
  timeZone: string;
  callDateTime: Date;
}

/** Without caller and reasons: others read mails, too. */
export function disputeMail(
  { name }: Pick<Provider, 'name'>,
  {
    accepted,
    field,
    office,
    at,
    publicUrl,
    callId,
    unsubscribeUrl,
  }: {
    accepted: boolean;
    field: string;
    office: string;
    /** In the office's time zone. */
    at: string;
    publicUrl: string;
    callId: string;
    unsubscribeUrl: string;
  },
): MailContent {
  const call = `the call of ${at} at ${isolated(office)}`;
  return {
    subject: accepted ? 'A score was corrected, as you asked' : 'A score stays as it was',
    paragraphs: [
      `You told ${name} that “${field}” is wrong for ${call}.`,
      accepted
        ? 'We corrected the score. Thank you for telling us.'
        : 'We kept the score. The call’s details say why, and you can answer there.',
    ],
    button: { label: 'Open the call', url: `${publicUrl}/scoreboard/${encodeURIComponent(callId)}` },
    unsubscribe: {
      reason: 'You get this mail because you said that a score is wrong.',
      label: 'Stop these emails',
      url: unsubscribeUrl,
    },
  };
}

/** To the opener, who must want it and still belong to the office. */
export async function writeDisputeMail(
  transaction: Queryable,
  { outbox, unsubscribeLinks, now }: DisputeMailer,
  { accountId, callId, field, contactId }: StoredDispute,
  accepted: boolean,
): Promise<void> {
  if (!(await readMailSetting(transaction, contactId))) return;
  const { rows } = await sql<MailFacts>`
    select contacts.email, accounts.time_zone as "timeZone" from contacts cross join accounts
    where contacts.id = ${contactId} and not contacts.deleted and accounts.id = ${accountId}
      and ${hasRight({ contactId: 'contacts.id', accountId: 'accounts.id' })}`.execute(transaction);
  const [facts] = rows;
  if (!facts?.email) return;
  const { rows: calls } = await sql<Pick<MailFacts, 'callDateTime'>>`
    select call_date_time as "callDateTime" from calls where account_id = ${accountId} and id = ${callId}`.execute(
    transaction,
  );
  const at = calls[0]?.callDateTime;
  if (!at) return;
  const names = await accountNamesFor(transaction, accountId, [contactId]);
  const brand = await outbox.brands.of(transaction, { accountId });
  const { publicUrl } = brand;
  const unsubscribeUrl = unsubscribeLinks.urlOf(publicUrl, { disputesOf: contactId });
  await outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: facts.email,
    goodUntil: new Date(now.getTime() + mailLifetime),
    alertType: disputeAnsweredKind,
    letter: disputeMail(brand.provider, {
      accepted,
      field: scoreFieldOf(field).label,
      office: names.get(contactId) ?? '',
      at: dateAndTimeInZone(at, facts.timeZone),
      publicUrl,
      callId,
      unsubscribeUrl,
    }),
    unsubscribeUrl,
  });
}
