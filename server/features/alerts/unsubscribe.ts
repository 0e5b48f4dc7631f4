import { join } from 'node:path';
import {
  openUnsubscribeLink,
  type AlertEmails,
  readAlertEmails,
  stopAlertEmails,
} from '@mailcall/contract/alert-emails.ts';
import { type AlertType, alertTypes } from '@mailcall/contract/rules/alert-types.ts';
import { type DesignAlertType, designAlertTypes } from '@mailcall/contract/rules/design-alerts.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { addressAt } from '../../platform/http/own-hosts.ts';
import { serviceBase, type RouteServer } from '../../platform/http/serve.ts';
import { readOrMakeKey } from '../../platform/secret-file.ts';
import { textSigner } from '../../platform/signed-texts.ts';
import { accountNamesOfContact, type Viewer } from '../identity/index.ts';
import { stopEmails } from './settings/store-settings.ts';

const alertSchema = z.tuple([z.string(), z.string(), z.enum(alertTypes)]);
const listSchema = z.tuple([z.uuid()]);
const viewSchema = z.tuple([z.uuid(), z.string()]);
const disputesSchema = z.tuple([z.literal('disputes'), z.string()]);
const designsSchema = z.tuple([z.literal('designs'), z.string(), z.enum(designAlertTypes)]);

export interface UnsubscribeAlert {
  accountId: string;
  contactId: string;
  alertType: AlertType;
}

interface UnsubscribeView {
  viewId: string;
  contactId: string;
}

interface UnsubscribeDisputes {
  disputesOf: string;
}

interface UnsubscribeDesigns {
  designsOf: string;
  alertType: DesignAlertType;
}

export type UnsubscribeSubject =
  | UnsubscribeAlert
  | UnsubscribeView
  | UnsubscribeDisputes
  | UnsubscribeDesigns
  | { listId: string };

/** The number of parts and the first one distinguish the kinds. */
function partsOf(subject: UnsubscribeSubject): string[] {
  if ('listId' in subject) return [subject.listId];
  if ('disputesOf' in subject) return ['disputes', subject.disputesOf];
  if ('designsOf' in subject) return ['designs', subject.designsOf, subject.alertType];
  if ('viewId' in subject) return [subject.viewId, subject.contactId];
  return [subject.accountId, subject.contactId, subject.alertType];
}

/** Signed links that only stop emails. They never expire, so that old mails still work. */
export interface UnsubscribeLinks {
  urlOf(publicUrl: string, subject: UnsubscribeSubject): string;
  /** Null if it is not ours. */
  read(token: string): UnsubscribeSubject | null;
}

/** The first process creates their key in the data folder. */
export async function openUnsubscribeLinks(environment: { dataFolder: string }): Promise<UnsubscribeLinks> {
  const path = join(environment.dataFolder, 'alerts', 'unsubscribe-key');
  const key = (await readOrMakeKey(path)).toString('base64url');
  const signer = textSigner(key, 'unsubscribe ');
  return {
    urlOf(publicUrl, subject) {
      const payload = Buffer.from(JSON.stringify(partsOf(subject))).toString('base64url');
      const link = pathOf(openUnsubscribeLink, { token: signer.sign(payload) });
      return `${publicUrl}${serviceBase.data}${link}`;
    },
    read(token) {
      const payload = signer.read(token);
      if (payload === null) return null;
      const named: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const list = listSchema.safeParse(named).data;
      if (list) return { listId: list[0] };
      const view = viewSchema.safeParse(named).data;
      if (view) return { viewId: view[0], contactId: view[1] };
      const disputes = disputesSchema.safeParse(named).data;
      if (disputes) return { disputesOf: disputes[1] };
      const designs = designsSchema.safeParse(named).data;
      if (designs) return { designsOf: designs[1], alertType: designs[2] };
      const [accountId, contactId, alertType] = alertSchema.parse(named);
      return { accountId, contactId, alertType };
    },
  };
}

const alertsSchema = z.array(z.object({ accountId: z.string(), alertType: z.enum(alertTypes) }));

/** Returns a list id for the mail's link, because hundreds of accounts would exceed a header line. */
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

export async function unsubscribeListOf(database: Queryable, id: string): Promise<UnsubscribeAlert[]> {
  const list = await database
    .selectFrom('unsubscribe_lists')
    .select(['contact_id as contactId', 'alerts'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!list) return [];
  return alertsSchema.parse(list.alerts).map((alert) => ({ ...alert, contactId: list.contactId }));
}

const notOurs = () =>
  notFound(
    'This link does not belong to an alert. Use the link of a newer email, or change your alerts in Settings.',
  );

type OfAlerts = Exclude<UnsubscribeSubject, UnsubscribeView | UnsubscribeDisputes | UnsubscribeDesigns>;

export interface ViewEmails {
  read(database: Queryable, of: UnsubscribeView): Promise<NonNullable<AlertEmails['view']> | null>;
  stop(database: Queryable, of: UnsubscribeView): Promise<void>;
}

export interface DisputeEmails {
  /** Null if the person is gone. */
  read(database: Queryable, contactId: string): Promise<NonNullable<AlertEmails['disputes']> | null>;
  stop(database: Queryable, contactId: string, now: Date): Promise<void>;
}

interface DesignEmails {
  contactId: string;
  alertType: DesignAlertType;
}

export interface DesignEmailStop {
  /** Null if the person is gone. */
  read(database: Queryable, of: DesignEmails): Promise<{ on: boolean } | null>;
  stop(database: Queryable, of: DesignEmails, now: Date): Promise<void>;
}

/** @throws {Problem} 404 if its list was removed */
async function alertsOf(database: Queryable, subject: OfAlerts): Promise<UnsubscribeAlert[]> {
  const alerts = 'listId' in subject ? await unsubscribeListOf(database, subject.listId) : [subject];
  if (alerts.length === 0) throw notOurs();
  const { rows } = await sql<{ id: string; into: string }>`
    select id, merged_into as into from accounts
    where merged_into is not null and id = any(${alerts.map(({ accountId }) => accountId)}::text[])`.execute(
    database,
  );
  const survivors = new Map(rows.map(({ id, into }) => [id, into]));
  const current = alerts.map((alert) => ({
    ...alert,
    accountId: survivors.get(alert.accountId) ?? alert.accountId,
  }));
  return [...new Map(current.map((alert) => [`${alert.alertType} ${alert.accountId}`, alert])).values()];
}

/** Leaves out removed accounts. @throws {Problem} 404 if all were removed */
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

/** The links need no session and work from mail programs. */
export async function serveUnsubscribe(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    viewEmails,
    disputeEmails,
    designEmails,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
    viewEmails: ViewEmails;
    disputeEmails: DisputeEmails;
    designEmails: DesignEmailStop;
  },
): Promise<void> {
  const links = await openUnsubscribeLinks(environment);
  const read = (token: string) => {
    const subject = links.read(token);
    if (!subject) throw notOurs();
    return subject;
  };

  const viewOf = async (queryable: Queryable, subject: UnsubscribeView): Promise<AlertEmails> => {
    const view = await viewEmails.read(queryable, subject);
    if (!view) throw notOurs();
    return { alerts: [], view };
  };

  const disputesOf = async (queryable: Queryable, contactId: string): Promise<AlertEmails> => {
    const disputes = await disputeEmails.read(queryable, contactId);
    if (!disputes) throw notOurs();
    return { alerts: [], disputes };
  };

  const designsOf = async (queryable: Queryable, of: UnsubscribeDesigns): Promise<AlertEmails> => {
    const { designsOf: contactId, alertType } = of;
    const found = await designEmails.read(queryable, { contactId, alertType });
    if (!found) throw notOurs();
    return { alerts: [], design: { alertType, ...found } };
  };

  routes.serve(readAlertEmails, async ({ params }) => {
    const subject = read(params.token);
    if ('viewId' in subject) return viewOf(database.kysely, subject);
    if ('disputesOf' in subject) return disputesOf(database.kysely, subject.disputesOf);
    if ('designsOf' in subject) return designsOf(database.kysely, subject);
    return emailsOf(database.kysely, await alertsOf(database.kysely, subject));
  });

  routes.serve(openUnsubscribeLink, async ({ params, request, reply }) => {
    const page = new URLSearchParams({ token: params.token }).toString();
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${addressAt(environment, request.host)}/unsubscribe?${page}`, 303);
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
      if ('disputesOf' in subject) {
        const emails = await disputesOf(transaction, subject.disputesOf);
        await disputeEmails.stop(transaction, subject.disputesOf, clock.now());
        return { ...emails, disputes: { on: false } };
      }
      if ('designsOf' in subject) {
        const { designsOf: contactId, alertType } = subject;
        await designsOf(transaction, subject);
        await designEmails.stop(transaction, { contactId, alertType }, clock.now());
        return designsOf(transaction, subject);
      }
      const alerts = await alertsOf(transaction, subject);
      await stopEmails(transaction, alerts, clock.now());
      return emailsOf(transaction, alerts);
    });
  });
}
