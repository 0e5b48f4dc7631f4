import type { AlertFrequency, AlertMethod, AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountAndAbove } from '../identity/index.ts';

export type Channel = 'email' | 'sms';

/** A contact who gets an alert of an account, with the address of each chosen channel that they have. */
export interface Receiver {
  contactId: string;
  name: string;
  alertType: AlertType;
  frequency: AlertFrequency;
  /** Last event when the alert was switched on or changed its frequency; messages contain only later ones. */
  afterSequence: number;
  addresses: { channel: Channel; address: string }[];
}

interface ReceiverRow {
  contactId: string;
  name: string;
  email: string;
  phone: string | null;
  alertType: AlertType;
  frequency: AlertFrequency;
  afterSequence: number;
  methods: AlertMethod[];
}

const addressesOf = ({ methods, email, phone }: ReceiverRow): Receiver['addresses'] => [
  ...(methods.includes('Email') ? [{ channel: 'email' as const, address: email }] : []),
  ...(methods.includes('SMS') && phone !== null ? [{ channel: 'sms' as const, address: phone }] : []),
];

/** Receivers with settings and access. They need no activation, because the provider knows their address. */
export async function receiversOf(transaction: Queryable, accountId: string): Promise<Receiver[]> {
  const { rows } = await sql<ReceiverRow>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id as "contactId", contacts.name, contacts.email, contacts.phone,
      settings.alert_type as "alertType", settings.frequency, settings.methods, settings.after_sequence as "afterSequence"
    from notification_settings as settings join contacts on contacts.id = settings.contact_id
    where settings.account_id = ${accountId} and not settings.deleted and not contacts.deleted
      and exists (
        select 1 from contact_accounts join above on above.id = contact_accounts.account_id
        where contact_accounts.contact_id = contacts.id)
    order by contacts.id, settings.alert_type`.execute(transaction);
  return rows.map((row) => ({
    contactId: row.contactId,
    name: row.name,
    alertType: row.alertType,
    frequency: row.frequency,
    afterSequence: row.afterSequence,
    addresses: addressesOf(row),
  }));
}
