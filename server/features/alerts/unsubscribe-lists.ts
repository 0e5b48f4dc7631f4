import { alertTypes } from '@mailcall/contract/rules/alert-types.ts';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import type { UnsubscribeAlert } from './unsubscribe-links.ts';

const alertsSchema = z.array(z.object({ accountId: z.string(), alertType: z.enum(alertTypes) }));

/**
 * Stores a mail's alerts for its link, because hundreds of accounts would exceed a header line.
 * @returns id of the list
 */
export async function storeUnsubscribeList(
  transaction: Queryable,
  contactId: string,
  alerts: readonly Omit<UnsubscribeAlert, 'contactId'>[],
  now: Date,
): Promise<string> {
  const each = new Map(
    alerts.map(({ accountId, alertType }) => [`${alertType} ${accountId}`, { accountId, alertType }]),
  );
  const { id } = await transaction
    .insertInto('unsubscribe_lists')
    .values({ contact_id: contactId, alerts: JSON.stringify([...each.values()]), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Empty if the list does not exist. */
export async function unsubscribeListOf(database: Queryable, id: string): Promise<UnsubscribeAlert[]> {
  const list = await database
    .selectFrom('unsubscribe_lists')
    .select(['contact_id as contactId', 'alerts'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!list) return [];
  return alertsSchema.parse(list.alerts).map((alert) => ({ ...alert, contactId: list.contactId }));
}
