import { randomUUID } from 'node:crypto';
import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { OperatorProblem } from '../../../platform/operator-problem.ts';
import { type PageRequest, pageLimit } from '../../../platform/paging.ts';
import { openSealedTexts } from '../../../platform/sealed-text.ts';
import { newSigningSecret, receiverUrlProblem } from '../../../platform/standard-webhooks.ts';
import { positionOfCursor } from '../cursors.ts';
import { changedFiles } from '../../changes/index.ts';

export interface Webhook {
  id: string;
  url: string;
  /** Null for all accounts. */
  accountIds: string[] | null;
  /** Files of the feed; null for all. */
  files: string[] | null;
  createdAt: Date;
  /** Accounts with changes to send. */
  waiting: number;
  /** Accounts that stopped after three days of failures. */
  paused: number;
}

type WebhookDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

/** Milliseconds of failures after which `/health` warns. */
const failingTime = hours(1);

export const secretPurpose = (id: string): string => `webhook ${id}`;

async function checkAccounts(database: Queryable, ids: readonly string[] | null): Promise<void> {
  if (ids === null) return;
  const { rows } = await sql<{ id: string }>`
    select id from accounts where id = any(${[...ids]}) and not deleted`.execute(database);
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined || ids.length === 0)
    throw new OperatorProblem(`There is no account ${unknown ?? ''}.`);
}

function checkFiles(files: readonly string[] | null): void {
  const unknown = files?.find((file) => !changedFiles.some((known) => known === file));
  if (unknown !== undefined || files?.length === 0)
    throw new OperatorProblem(`There are no events ${unknown ?? ''}. Events: ${changedFiles.join(', ')}.`);
}

/** Sends changes from now on. Only this answer has the secret. @throws {OperatorProblem} for a wrong address, account or event */
export async function addWebhook(
  { database, clock, environment }: WebhookDependencies,
  wanted: { url: string; accountIds: readonly string[] | null; files: readonly string[] | null },
): Promise<{ id: string; secret: string }> {
  const problem = receiverUrlProblem(wanted.url, environment.webhookPrivateOrigins);
  if (problem !== null) throw new OperatorProblem(problem);
  checkFiles(wanted.files);
  await checkAccounts(database.kysely, wanted.accountIds);
  const id = randomUUID();
  const secret = newSigningSecret();
  const sealed = (await openSealedTexts(environment)).seal(secret, secretPurpose(id)).toString('base64');
  await sql`
    insert into webhooks (id, url, account_ids, files, secret, created_at, queued_position)
    select ${id}, ${wanted.url}, ${wanted.accountIds}, ${wanted.files}, ${sealed}, ${clock.now()}, last_position
    from portal_change_log`.execute(database.kysely);
  return { id, secret };
}

/** Oldest first, without removed ones. */
export async function listWebhooks(database: Queryable): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, url, account_ids as "accountIds", files, created_at as "createdAt",
      count(queue.account_id) filter (where queue.waiting and queue.paused_at is null)::int as waiting,
      count(queue.account_id) filter (where queue.paused_at is not null)::int as paused
    from webhooks left join webhook_queues queue on queue.webhook_id = webhooks.id
    where removed_at is null group by webhooks.id order by created_at, id`.execute(database);
  return rows;
}

async function requireWebhook(database: Queryable, id: string): Promise<void> {
  const { rows } =
    await sql`select 1 from webhooks where id = ${id} and removed_at is null for update`.execute(database);
  if (rows.length === 0) throw new OperatorProblem(`There is no webhook ${id}.`);
}

/** Also removes waiting deliveries. A delivery in progress ends. @throws {OperatorProblem} if it does not exist */
export async function removeWebhook(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await requireWebhook(transaction, id);
    await sql`update webhooks set removed_at = ${clock.now()}, secret = '' where id = ${id}`.execute(
      transaction,
    );
    await sql`delete from webhook_queues where webhook_id = ${id}`.execute(transaction);
  });
}

/** Continues paused accounts with the change that could not be delivered. @throws {OperatorProblem} if there is no such webhook */
export async function resumeWebhook(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
): Promise<number> {
  return database.transaction(async (transaction) => {
    await requireWebhook(transaction, id);
    const { numAffectedRows } = await sql`
      update webhook_queues set paused_at = null, attempts = 0, first_attempt_at = null, next_attempt_at = ${clock.now()}
      where webhook_id = ${id} and paused_at is not null`.execute(transaction);
    return Number(numAffectedRows ?? 0n);
  });
}

/** Pauses all webhooks until an operator resumes them: a restored backup may only be looked at. @returns the number of webhooks */
export async function pauseWebhooks({
  database,
  clock,
}: Pick<WebhookDependencies, 'database' | 'clock'>): Promise<number> {
  return database.transaction(async (transaction) => {
    await sql`
      insert into webhook_queues as queue (webhook_id, account_id, position, next_attempt_at, paused_at)
      select webhooks.id, account.id, webhooks.queued_position, ${clock.now()}, ${clock.now()}
      from webhooks cross join (select id from accounts union all select '') account
      where removed_at is null and (account.id = '' or account.id = any(coalesce(account_ids, array[account.id])))
      on conflict (webhook_id, account_id) do update set paused_at = coalesce(queue.paused_at, excluded.paused_at)`.execute(
      transaction,
    );
    const { rows } = await sql`select 1 from webhooks where removed_at is null`.execute(transaction);
    return rows.length;
  });
}

/** Resends everything after a cursor, in order and with the same ids. @throws {OperatorProblem} for an unknown webhook or bad cursor */
export async function replayWebhook(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { id, since }: { id: string; since: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await requireWebhook(transaction, id);
    const position = await positionOfCursor(transaction, since);
    await sql`update webhooks set queued_position = least(queued_position, ${position}::bigint) where id = ${id}`.execute(
      transaction,
    );
    await sql`
      update webhook_queues set position = least(position, ${position}::bigint), waiting = true, paused_at = null,
        attempts = 0, first_attempt_at = null, claimed_until = null, next_attempt_at = ${clock.now()}
      where webhook_id = ${id}`.execute(transaction);
  });
}

export interface Delivery {
  webhookId: string;
  /** Null if the webhook was removed. */
  url: string | null;
  accountId: string | null;
  file: string;
  rowId: string;
  position: number;
  attempts: number;
  lastAttemptAt: Date;
  /** Null while it is not delivered. */
  deliveredAt: Date | null;
  status: number | null;
  /** A sentence; null if it was delivered. */
  failure: string | null;
}

export interface DeliverySearch {
  /** Null for all webhooks. */
  webhookId: string | null;
  failedOnly?: boolean;
}

const isListed = ({ webhookId, failedOnly = false }: DeliverySearch) => sql`
  (${webhookId}::text is null or webhook_id = ${webhookId}) ${failedOnly ? sql`and delivered_at is null` : sql``}`;

/** Counts at most `most`. */
export async function countDeliveries(
  database: Queryable,
  search: DeliverySearch,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from webhook_deliveries where ${isListed(search)} limit ${most}) counted`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listDeliveries(
  database: Queryable,
  search: DeliverySearch,
  page: PageRequest,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select webhook_id as "webhookId", webhooks.url, account_id as "accountId", file, row_id as "rowId", position, attempts,
      last_attempt_at as "lastAttemptAt", delivered_at as "deliveredAt", status, failure
    from webhook_deliveries left join webhooks on webhooks.id = webhook_id and removed_at is null
    where ${isListed(search)}
    order by last_attempt_at desc, position desc ${pageLimit(page)}`.execute(database);
  return rows;
}

/** Warns of paused webhooks, and of those that have failed in some account for an hour. */
export async function webhookWarnings(database: Queryable, now: Date): Promise<string[]> {
  const paused = (await listWebhooks(database)).filter((webhook) => webhook.paused > 0);
  const { rows: failing } = await sql`
    select distinct webhook_id from webhook_queues
    where paused_at is null and attempts > 0 and first_attempt_at < ${new Date(now.getTime() - failingTime)}`.execute(
    database,
  );
  const numbered = (count: number, one: string, many: string) =>
    count === 1 ? `A webhook ${one}` : `${count} webhooks ${many}`;
  return [
    ...(paused.length > 0
      ? [`${numbered(paused.length, 'is', 'are')} paused: npm run cli -- webhooks list`]
      : []),
    ...(failing.length > 0
      ? [
          `${numbered(failing.length, 'has', 'have')} failed for more than an hour: npm run cli -- webhooks deliveries`,
        ]
      : []),
  ];
}
