import {
  type AlertEmails,
  openUnsubscribeLink,
  readAlertEmails,
  stopAlertEmails,
} from '@mailcall/contract/alert-emails.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { accountNamesOfContact, type Viewer } from '../identity/index.ts';
import { stopEmails } from '../notification-settings/index.ts';
import { openUnsubscribeLinks, type UnsubscribeAlert, type UnsubscribeSubject } from './unsubscribe-links.ts';
import { unsubscribeListOf } from './unsubscribe-lists.ts';

const notOurs = () =>
  notFound('This link leads to no alert. Use the link of a newer email, or change your alerts in Settings.');

type OfView = Extract<UnsubscribeSubject, { viewId: string }>;
type OfAlerts = Exclude<UnsubscribeSubject, OfView>;

/** Reads and stops mails with the link to a saved view; that feature provides it. */
export interface ViewEmails {
  read(database: Queryable, of: OfView): Promise<NonNullable<AlertEmails['view']> | null>;
  stop(database: Queryable, of: OfView): Promise<void>;
}

/**
 * Alerts that a link stops.
 * @throws {Problem} 404 if its list was removed
 */
async function alertsOf(database: Queryable, subject: OfAlerts): Promise<UnsubscribeAlert[]> {
  const alerts = 'listId' in subject ? await unsubscribeListOf(database, subject.listId) : [subject];
  if (alerts.length === 0) throw notOurs();
  return alerts;
}

/**
 * Current state of the alerts' emails, without removed accounts.
 * @throws {Problem} 404 if all were removed
 */
async function emailsOf(database: Queryable, stopped: readonly UnsubscribeAlert[]): Promise<AlertEmails> {
  const { rows } = await sql<AlertEmails['alerts'][number]>`
    select stopped."alertType", accounts.id as "accountId", accounts.name as "accountName", 'Email' = any(coalesce(settings.methods, '{}')) as on
    from jsonb_to_recordset(${JSON.stringify(stopped)}::jsonb)
      as stopped("accountId" text, "contactId" text, "alertType" text)
    join accounts on accounts.id = stopped."accountId"
    left join notification_settings as settings on settings.account_id = stopped."accountId"
      and settings.contact_id = stopped."contactId" and settings.alert_type = stopped."alertType"
      and not settings.deleted
    order by accounts.name, accounts.id, stopped."alertType"`.execute(database);
  const [first] = stopped;
  if (rows.length === 0 || !first) throw notOurs();
  const names = await accountNamesOfContact(database, first.contactId);
  return {
    alerts: rows.map((alert) => ({ ...alert, accountName: names.get(alert.accountId) ?? alert.accountName })),
  };
}

/** Serves the links that stop alert emails. They need no session and work from mail programs. */
export async function serveUnsubscribe(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    viewEmails,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { viewEmails: ViewEmails },
): Promise<void> {
  const links = await openUnsubscribeLinks(environment);
  const read = (token: string) => {
    const subject = links.read(token);
    if (!subject) throw notOurs();
    return subject;
  };

  const viewOf = async (queryable: Queryable, subject: OfView): Promise<AlertEmails> => {
    const view = await viewEmails.read(queryable, subject);
    if (!view) throw notOurs();
    return { alerts: [], view };
  };

  routes.serve(readAlertEmails, async ({ params }) => {
    const subject = read(params.token);
    if ('viewId' in subject) return viewOf(database.kysely, subject);
    return emailsOf(database.kysely, await alertsOf(database.kysely, subject));
  });

  routes.serve(openUnsubscribeLink, async ({ params, reply }) => {
    const page = new URLSearchParams({ token: params.token }).toString();
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${environment.publicUrl}/unsubscribe?${page}`, 303);
  });

  routes.serve(stopAlertEmails, async ({ params, request }) => {
    // the body does not matter but must be read before the response
    request.raw.resume();
    const subject = read(params.token);
    return database.transaction(async (transaction) => {
      if ('viewId' in subject) {
        await viewEmails.stop(transaction, subject);
        return viewOf(transaction, subject);
      }
      const alerts = await alertsOf(transaction, subject);
      await stopEmails(transaction, alerts, clock.now());
      return emailsOf(transaction, alerts);
    });
  });
}
