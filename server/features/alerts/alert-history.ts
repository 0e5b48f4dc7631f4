import { listSentAlerts, type SentAlert } from '@mailcall/contract/alert-history.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageLimit, pageMeta, type PageRequest } from '../../platform/paging.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { checkAccounts } from '../scope/index.ts';

/** A held alert has no message yet. */
interface AlertRow extends Omit<SentAlert, 'createdAt' | 'sentAt'> {
  createdAt: Date;
  sentAt: Date | null;
}

/** Rows counted after the page; an exact count would read all rows of a contact with many accounts. */
const maxCountedAhead = 10_000;

interface VisibleAlerts {
  contactId: string;
  accountIds: string[];
  primaryIds: string[];
}

async function countAlerts(
  database: Queryable,
  { contactId, accountIds, primaryIds }: VisibleAlerts,
  { page, pageSize }: PageRequest,
): Promise<number> {
  const limit = page * pageSize + maxCountedAhead;
  const primary = new Set(primaryIds);
  const otherIds = accountIds.filter((id) => !primary.has(id));
  // separate branches for primary contacts and others, to read few rows
  const { rows } = await sql<{ total: number }>`
    with visible as (
        (select 1 from alerts where account_id = any(${primaryIds}) limit ${limit})
        union all
        (
          select 1 from alerts
          where account_id = any(${otherIds}) and contact_id = ${contactId} limit ${limit}
        )
      )
    select cast(least(count(*), ${limit}) as integer) as total from visible`.execute(database);
  return rows[0]?.total ?? 0;
}

async function sentAlertsOf(
  database: Queryable,
  { contactId, accountIds, primaryIds }: VisibleAlerts,
  page: PageRequest,
): Promise<AlertRow[]> {
  const visible = sql`alerts.account_id = any(${accountIds})
    and (alerts.account_id = any(${primaryIds}) or alerts.contact_id = ${contactId})`;
  // select the page first: messages and names are read only for its rows
  const order = sql`alerts.created_at desc, alerts.happened_at desc, alerts.contact_id, alerts.channel, alerts.id`;
  const { rows } = await sql<AlertRow>`
    with page as materialized (
        select alerts.* from alerts where ${visible} order by ${order} ${pageLimit(page)}
      )
    select alerts.id, alerts.account_id as "accountId", alerts.created_at as "createdAt", alerts.alert_type as "alertType",
      alerts.title, alerts.contact_id as "contactId", coalesce(contacts.name, '') as receiver,
      case alerts.channel when 'email' then 'Email' else 'SMS' end as method,
      case
        when coalesce(alerts.sent_at, outbox.sent_at) is not null then 'sent'
        when alerts.canceled_at is not null then 'canceled'
        when alerts.outbox_id is null then 'collected'
        when alerts.failed_at is not null or outbox.id is null or outbox.abandoned_at is not null then 'failed'
        else 'waiting'
      end as state,
      coalesce(alerts.sent_at, outbox.sent_at) as "sentAt", alerts.path
    from page as alerts
      left join outbox on outbox.id = alerts.outbox_id
      left join contacts on contacts.id = alerts.contact_id and not contacts.deleted
    order by ${order}`.execute(database);
  return rows;
}

const present = ({
  createdAt,
  sentAt,
  ...row
}: AlertRow): z.input<typeof listSentAlerts.reply>['records'][0] => ({
  ...row,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});

export function serveAlertHistory(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(listSentAlerts, async ({ viewer, query }) => {
    // a scoreboard grant shows an office's calls but not its receivers
    const accountIds = checkAccounts(viewer, query).filter((id) => !viewer.grantedIds.has(id));
    const primary = new Set(await readPrimaryAccounts(database.kysely, viewer.contactId));
    const visible = {
      contactId: viewer.contactId,
      accountIds,
      primaryIds: accountIds.filter((id) => primary.has(id)),
    };
    const rows = await sentAlertsOf(database.kysely, visible, query);
    const total = await countAlerts(database.kysely, visible, query);
    // version 0: alerts change with time, not with the account's data
    return { meta: pageMeta(query, total, 0, clock.now()), records: rows.map(present) };
  });
}
