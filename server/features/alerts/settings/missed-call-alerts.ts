import {
  type AlertMethod,
  type AlertType,
  defaultFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';
import { readEmail } from '@mailcall/contract/rules/email.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type UserAlertMethod, userAlertMethods } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import { anyOf } from '../../../platform/sql-terms.ts';
import type { Queryable } from '../../../platform/database.ts';
import { notPossible, notValid } from '../../../platform/http/problems.ts';
import {
  hasRight,
  type MissedCallAlerts,
  ownAccounts,
  primaryAccounts,
  type Viewer,
} from '../../identity/index.ts';
import { lockSettings, storeSettings, type WantedSetting } from './store-settings.ts';

const alertType: AlertType = 'Missed Call Alert';

const methodOf: Readonly<Record<UserAlertMethod, AlertMethod>> = { email: 'Email', push: 'SMS' };

interface MissedCallSetting {
  accountId: string;
  contactId: string;
  frequency: WantedSetting['frequency'] | null;
  methods: AlertMethod[] | null;
}

const settingColumns = sql`settings.frequency, settings.methods`;
/** Joins by index, account by account: PostgreSQL does not know yet how many rows a person with many accounts has just added. */
const joinSetting = (contactId: string, accountId: string) => sql`
  left join lateral (
    select frequency, methods from notification_settings
    where account_id = ${sql.ref(accountId)} and contact_id = ${sql.ref(contactId)} and alert_type = ${alertType}
      and not deleted
    limit 1
  ) settings on true`;

async function ownSettings(database: Queryable, contactId: string): Promise<MissedCallSetting[]> {
  const { rows } = await sql<MissedCallSetting>`
    with recursive ${ownAccounts(contactId)}
    select own.id as "accountId", contacts.id as "contactId", ${settingColumns}
    from own join contacts on contacts.id = ${contactId} ${joinSetting('contacts.id', 'own.id')}
    order by own.id
  `.execute(database);
  return rows;
}

async function recipientsOf(database: Queryable, contactId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with recursive ${primaryAccounts(contactId)}
    select distinct lower(contacts.email) as email
    from primary_accounts
    join notification_settings settings on settings.account_id = primary_accounts.id
    join contacts on contacts.id = settings.contact_id and not contacts.deleted
    where settings.alert_type = ${alertType} and not settings.deleted and 'Email' = any(settings.methods)
      and contacts.id <> ${contactId}
      and ${hasRight({ contactId: 'contacts.id', accountId: 'settings.account_id' })}
    order by 1
  `.execute(database);
  return rows.map(({ email }) => email);
}

/** Settings of these addresses in the accounts whose primary contact is `contactId`. */
async function settingsOfAddresses(
  database: Queryable,
  contactId: string,
  addresses: readonly string[],
): Promise<(MissedCallSetting & { email: string })[]> {
  const { rows } = await sql<MissedCallSetting & { email: string }>`
    with recursive ${primaryAccounts(contactId)}
    select primary_accounts.id as "accountId", contacts.id as "contactId", lower(contacts.email) as email, ${settingColumns}
    from contacts cross join primary_accounts ${joinSetting('contacts.id', 'primary_accounts.id')}
    where lower(contacts.email) = ${anyOf(addresses)} and not contacts.deleted
      and ${hasRight({ contactId: 'contacts.id', accountId: 'primary_accounts.id' })}
    order by contacts.id, primary_accounts.id
  `.execute(database);
  return rows;
}

/** A setting that was off begins with the default frequency. */
const changedSetting = (
  { accountId, contactId, frequency, methods }: MissedCallSetting,
  { added, removed }: { added: readonly AlertMethod[]; removed: readonly AlertMethod[] },
): WantedSetting => ({
  accountId,
  contactId,
  alertType,
  frequency: frequency ?? defaultFrequencies[alertType],
  methods: [...(methods ?? []), ...added].filter((method) => !removed.includes(method)),
});

const methodsInUse = (settings: readonly MissedCallSetting[]): UserAlertMethod[] =>
  userAlertMethods.filter((name) => settings.some(({ methods }) => methods?.includes(methodOf[name])));

async function wantedForViewer(
  transaction: Queryable,
  contactId: string,
  wanted: readonly UserAlertMethod[],
): Promise<WantedSetting[]> {
  const settings = await ownSettings(transaction, contactId);
  const before = methodsInUse(settings);
  const added = wanted.filter((name) => !before.includes(name)).map((name) => methodOf[name]);
  const removed = before.filter((name) => !wanted.includes(name)).map((name) => methodOf[name]);
  if (added.includes('SMS') && !(await hasPhone(transaction, contactId)))
    throw notValid({ missedCallAlerts: messages.smsNeedsPhone });
  return settings.map((setting) => changedSetting(setting, { added, removed }));
}

async function hasPhone(transaction: Queryable, contactId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from contacts where id = ${contactId} and phone is not null`.execute(
    transaction,
  );
  return rows.length > 0;
}

const readAddresses = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((address) => (readEmail(address) ?? address.trim()).toLowerCase())
      .filter((address) => address !== ''),
  ),
];

async function wantedForRecipients(
  transaction: Queryable,
  contactId: string,
  list: string,
): Promise<WantedSetting[]> {
  const before = await recipientsOf(transaction, contactId);
  const wanted = readAddresses(list);
  const added = wanted.filter((address) => !before.includes(address));
  const removed = before.filter((address) => !wanted.includes(address));
  if (added.length === 0 && removed.length === 0) return [];
  const isPrimary = await sql`
    with recursive ${primaryAccounts(contactId)} select 1 from primary_accounts limit 1
  `.execute(transaction);
  if (isPrimary.rows.length === 0) throw notPossible(messages.onlyPrimaryForOthers);
  const settings = await settingsOfAddresses(transaction, contactId, [...added, ...removed]);
  const known = new Set(settings.map(({ email }) => email));
  const unknown = added.filter((address) => !known.has(address));
  if (unknown.length > 0)
    throw notValid({ missedCallAlertRecipients: `No contact of your accounts has ${unknown.join(', ')}.` });
  return settings
    .filter((setting) => setting.contactId !== contactId)
    .map((setting) =>
      added.includes(setting.email)
        ? changedSetting(setting, { added: ['Email'], removed: [] })
        : changedSetting(setting, { added: [], removed: ['Email'] }),
    );
}

export const missedCallAlerts: MissedCallAlerts = {
  async read(database, contactId) {
    const recipients = await recipientsOf(database, contactId);
    return {
      missedCallAlerts: methodsInUse(await ownSettings(database, contactId)),
      missedCallAlertRecipients: recipients.join(','),
    };
  },

  async change(transaction, { contactId }: Viewer, changes, at) {
    const { missedCallAlerts: methods, missedCallAlertRecipients: recipients } = changes;
    if (methods === undefined && recipients === undefined) return;
    await lockSettings(transaction);
    const wanted = [
      ...(methods ? await wantedForViewer(transaction, contactId, methods) : []),
      ...(recipients === undefined ? [] : await wantedForRecipients(transaction, contactId, recipients)),
    ];
    await storeSettings(transaction, wanted, { changedBy: contactId, at });
  },
};
