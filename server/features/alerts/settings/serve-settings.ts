import {
  listNotificationSettings,
  saveNotificationSettings,
} from '@mailcall/contract/notification-settings.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { notValid } from '../../../platform/http/problems.ts';
import type { RouteServer } from '../../../platform/http/serve.ts';
import { retriedTransaction } from '../../../platform/transactions.ts';
import type { Viewer } from '../../identity/index.ts';
import { checkAccounts } from '../../scope/index.ts';
import { settingsOfAccount } from './list-settings.ts';
import { saveSettings } from './save-settings.ts';

export function serveNotificationSettings(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(listNotificationSettings, async ({ viewer, query }) => {
    const [accountId, ...others] = checkAccounts(viewer, query);
    if (others.length > 0) throw notValid({ accountIds: 'Select one account.' });
    if (accountId === undefined) return { notification: [] };
    return { notification: await settingsOfAccount(database.kysely, accountId, viewer.contactId) };
  });

  routes.serve(saveNotificationSettings, async ({ viewer, body }) => {
    const [accountId = body.accountId] = checkAccounts(viewer, { accountIds: [body.accountId] });
    const request = { ...body, accountId };
    const notification = await retriedTransaction(database, (transaction) =>
      saveSettings(transaction, request, { contactId: viewer.contactId, at: clock.now() }),
    );
    return { notification };
  });
}
