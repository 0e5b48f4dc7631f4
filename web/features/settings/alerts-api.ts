import { listContacts } from '@mailcall/contract/accounts.ts';
import { listSentAlerts } from '@mailcall/contract/alert-history.ts';
import { accountUser } from '@mailcall/contract/identity.ts';
import {
  listNotificationSettings,
  type NotificationSetting,
  saveNotificationSettings,
} from '@mailcall/contract/notification-settings.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageChoice } from '@mailcall/contract/rules/paging.ts';
import { CallFailed, call, UnreadableAnswer } from '../../platform/api.ts';
import { alwaysFresh, queryClient } from '../../platform/query-client.ts';
import { type AlertContact, type AlertRow, distinctContacts, methodsOf, storedRows } from './alert-rows.ts';

export interface AlertReceivers {
  me: AlertContact;
  /** A primary contact, who also sets others' alerts. */
  isPrimary: boolean;
  settings: readonly NotificationSetting[];
  others: readonly AlertContact[];
}

const receiversKey = ['settings', 'receivers'] as const;

export const receiversQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...receiversKey, accountId],
    queryFn: async ({ signal }): Promise<AlertReceivers> => {
      const accountIds = [accountId];
      const [user, { notification }] = await Promise.all([
        call(accountUser, { params: { id: accountId } }, { signal }),
        call(listNotificationSettings, { query: { accountIds } }, { signal }),
      ]);
      const listed = user.isPrimary
        ? await call(listContacts, { query: { accountIds, above: true } }, { signal })
        : null;
      // contacts who lost access may still have settings
      const known = [...storedRows(notification).values()].map((row) => ({
        id: row.contactId,
        name: row.name,
        email: row.emailAddress,
        phone: row.phoneNumber,
      }));
      const contacts = (listed?.records ?? []).map((contact) => ({ ...contact, email: contact.email ?? '' }));
      const me = { id: user.contactId, name: user.name, email: user.email, phone: user.phone };
      return {
        me,
        isPrimary: user.isPrimary,
        settings: notification,
        others: user.isPrimary
          ? distinctContacts([...known, ...contacts]).filter(({ id }) => id !== me.id)
          : [],
      };
    },
    gcTime: 0,
  });

export const reloadReceivers = (): void => void queryClient.invalidateQueries({ queryKey: receiversKey });

/** @throws {CallFailed} with the server's message, or 'Something went wrong' without one */
export async function saveAlerts(accountId: string, rows: readonly AlertRow[]): Promise<void> {
  const answer = await call(saveNotificationSettings, {
    body: {
      accountId,
      notification: rows.map((row) => ({
        ...(row.id === '' ? {} : { id: row.id }),
        contactId: row.contactId,
        alertType: row.alertType,
        frequency: row.frequency,
        method: methodsOf(row),
      })),
    },
  }).catch((error: unknown) => {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  });
  const saved = (answer as Partial<typeof answer>)?.notification ?? [];
  if (saved.length === 0) throw new CallFailed(messages.somethingWrong, 200);
  const isSaved = (setting: NotificationSetting) =>
    saved.some(
      (other) =>
        other.Contact__r.Id === setting.Contact__r.Id && other.Alert_Type__c === setting.Alert_Type__c,
    );
  queryClient.setQueryData(
    receiversQuery(accountId).queryKey,
    (before) =>
      before && {
        ...before,
        settings: [...before.settings.filter((setting) => !isSaved(setting)), ...saved],
      },
  );
  reloadReceivers();
}

export const sentAlertsQuery = (accountId: string, { page, pageSize }: PageChoice) =>
  queryOptions({
    queryKey: ['settings', 'sent alerts', accountId, page, pageSize],
    queryFn: ({ signal }) =>
      call(listSentAlerts, { query: { accountIds: [accountId], page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });
