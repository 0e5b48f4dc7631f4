import type { Queryable } from '../../platform/database.ts';
import { lockSettings, storeSettings, type WantedSetting } from './store-settings.ts';

/** Takes emails away from a contact's alert, at the contact's own request; nothing happens where they are off. */
export async function stopEmails(
  transaction: Queryable,
  { accountId, contactId, alertType }: Pick<WantedSetting, 'accountId' | 'contactId' | 'alertType'>,
  at: Date,
): Promise<void> {
  await lockSettings(transaction);
  const setting = await transaction
    .selectFrom('notification_settings')
    .select(['frequency', 'methods'])
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('alert_type', '=', alertType)
    .where('deleted', '=', false)
    .$narrowType<Pick<WantedSetting, 'frequency'> & { methods: WantedSetting['methods'][number][] }>()
    .executeTakeFirst();
  if (!setting?.methods.includes('Email')) return;
  const methods = setting.methods.filter((method) => method !== 'Email');
  await storeSettings(
    transaction,
    [{ accountId, contactId, alertType, frequency: setting.frequency, methods }],
    { changedBy: contactId, at },
  );
}
