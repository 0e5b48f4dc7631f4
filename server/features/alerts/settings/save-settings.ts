import type {
  NotificationSetting,
  saveNotificationSettings,
} from '@mailcall/contract/notification-settings.ts';
import {
  isAllowedFrequency,
  ownAlertTypes,
  allowedFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { anyOf } from '../../../platform/sql-terms.ts';
import type { Queryable } from '../../../platform/database.ts';
import { notPossible, notValid } from '../../../platform/http/problems.ts';
import { presentSetting, type Receiver, receiversOf } from './list-settings.ts';
import { lockSettings, storeSettings } from './store-settings.ts';

type Request = z.output<typeof saveNotificationSettings.body>;
type RequestedSetting = Request['notification'][number];
type Receivers = ReadonlyMap<string, Receiver>;

/** Stores all settings or none. @throws {Problem} 403 for settings of primary contacts; 400 naming each wrong field */
export async function saveSettings(
  transaction: Queryable,
  { accountId, notification }: Request,
  { contactId, at }: { contactId: string; at: Date },
): Promise<NotificationSetting[]> {
  await lockSettings(transaction);
  const receivers = await receiversOf(transaction, accountId);
  if (!receivers.get(contactId)?.isPrimary) requireOwnSettings(notification, contactId);
  await requireValidSettings(transaction, accountId, notification, receivers);
  const stored = await storeSettings(
    transaction,
    notification.map(({ method, ...setting }) => ({ ...setting, accountId, methods: method })),
    { changedBy: contactId, at },
  );
  return stored.flatMap((setting) => {
    const receiver = receivers.get(setting.contactId);
    return receiver ? [presentSetting(setting, receiver)] : [];
  });
}

function requireOwnSettings(requested: readonly RequestedSetting[], contactId: string): void {
  for (const setting of requested) {
    if (setting.contactId !== contactId) throw notPossible(messages.onlyPrimaryForOthers);
    if (!ownAlertTypes.includes(setting.alertType))
      throw notPossible(messages.onlyPrimaryForAlert(setting.alertType));
  }
}

async function requireValidSettings(
  transaction: Queryable,
  accountId: string,
  requested: readonly RequestedSetting[],
  receivers: Receivers,
): Promise<void> {
  const keys = await keysOfIds(transaction, accountId, requested);
  const problems = new FieldProblemList();
  const seen = new Set<string>();
  requested.forEach((setting, index) => {
    for (const [field, problem] of problemsOf(setting, receivers))
      problems.add(['notification', index, field], problem);
    const key = keyOf(setting);
    if (setting.id !== undefined && keys.get(setting.id) !== key)
      problems.add(['notification', index, 'id'], 'This is not the id of this contact’s setting.');
    if (seen.has(key))
      problems.add(['notification', index, 'alertType'], 'This alert of the contact is listed twice.');
    seen.add(key);
  });
  if (!problems.isEmpty) throw notValid(problems.listed, problems.unlisted);
}

const keyOf = ({ contactId, alertType }: Pick<RequestedSetting, 'contactId' | 'alertType'>) =>
  JSON.stringify([contactId, alertType]);

async function keysOfIds(
  transaction: Queryable,
  accountId: string,
  requested: readonly RequestedSetting[],
): Promise<ReadonlyMap<string, string>> {
  const ids = requested.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const { rows } = await sql<Pick<RequestedSetting, 'contactId' | 'alertType'> & { id: string }>`
    select id, contact_id as "contactId", alert_type as "alertType" from notification_settings
    where account_id = ${accountId} and id = ${anyOf(ids)}
  `.execute(transaction);
  return new Map(rows.map((row) => [row.id, keyOf(row)]));
}

function problemsOf(
  { contactId, alertType, frequency, method }: RequestedSetting,
  receivers: Receivers,
): [field: keyof RequestedSetting, problem: string][] {
  const receiver = receivers.get(contactId);
  return [
    ...(receiver ? [] : ([['contactId', 'This contact does not belong to the account.']] as const)),
    ...(isAllowedFrequency(alertType, frequency)
      ? []
      : ([['frequency', `Use one of ${allowedFrequencies[alertType].join(', ')}.`]] as const)),
    ...(receiver?.phone === null && method.includes('SMS')
      ? ([['method', messages.smsNeedsPhone]] as const)
      : []),
  ].map(([field, problem]) => [field, problem]);
}
