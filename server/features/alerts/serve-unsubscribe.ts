import {
  type AlertEmails,
  openUnsubscribeLink,
  readAlertEmails,
  stopAlertEmails,
} from '@mailcall/contract/alert-emails.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { stopEmails } from '../notification-settings/index.ts';
import { openUnsubscribeLinks, type UnsubscribeSubject } from './unsubscribe-links.ts';

const notOurs = () =>
  notFound('This link leads to no alert. Use the link of a newer e-mail, or change your alerts in Settings.');

/**
 * The emails of an alert as they are now.
 * @throws {Problem} 404 when the account is gone.
 */
async function emailsOf(database: Queryable, subject: UnsubscribeSubject): Promise<AlertEmails> {
  const { accountId, contactId, alertType } = subject;
  const account = await database
    .selectFrom('accounts')
    .leftJoin('notification_settings', (join) =>
      join
        .onRef('notification_settings.account_id', '=', 'accounts.id')
        .on('contact_id', '=', contactId)
        .on('alert_type', '=', alertType)
        .on('notification_settings.deleted', '=', false),
    )
    .select(['accounts.name', 'methods'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notOurs();
  return { alertType, accountName: account.name, on: account.methods?.includes('Email') ?? false };
}

/** Serves the links with which people stop the emails of an alert. They need no session, from mail programs as well. */
export async function serveUnsubscribe(
  routes: RouteServer<Viewer>,
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
): Promise<void> {
  const links = await openUnsubscribeLinks(environment);
  const read = (token: string) => {
    const subject = links.read(token);
    if (!subject) throw notOurs();
    return subject;
  };

  routes.serve(readAlertEmails, ({ params }) => emailsOf(database.kysely, read(params.token)));

  routes.serve(openUnsubscribeLink, async ({ params, reply }) => {
    const page = new URLSearchParams({ token: params.token }).toString();
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${environment.publicUrl}/unsubscribe?${page}`, 303);
  });

  routes.serve(stopAlertEmails, async ({ params, request }) => {
    // what the body says does not matter, and it has to be read for the answer to be sent
    request.raw.resume();
    const subject = read(params.token);
    return database.transaction(async (transaction) => {
      await stopEmails(transaction, subject, clock.now());
      return emailsOf(transaction, subject);
    });
  });
}
