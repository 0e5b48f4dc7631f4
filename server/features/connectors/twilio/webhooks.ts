import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { serviceBase } from '../../../platform/http/serve.ts';
import type { Queryable } from '../../../platform/database.ts';
import { dayText } from '../../../platform/sql-terms.ts';
import { OperatorProblem } from '../../../platform/operator-problem.ts';
import type { SealedTexts } from '../../../platform/sealed-text.ts';

export interface TwilioWebhook {
  id: string;
  name: string;
  accountSid: string;
  /** First day, at the office, of new calls that wait for a callback, `YYYY-MM-DD`; null: all new calls can. */
  callbacksFrom: string | null;
  createdAt: Date;
  /** To the minute; null if never. */
  lastUsedAt: Date | null;
  removedAt: Date | null;
  /** Requests that were not signed for it, of another account or too late. */
  refused: number;
  lastRefusedAt: Date | null;
  /** Outbound calls and legs of the last 30 days. */
  leftOut: number;
  waiting: number;
  /** False after the data folder has lost the key that the token was stored with. */
  isOpened: boolean;
}

const purposeOf = (id: string) => `twilio webhook ${id}`;

export const pathOfWebhook = (id: string): string => `${serviceBase.ingest}/twilio/${id}/status`;

/** Stores the auth token encrypted; returns the address for the telephone service. @throws {OperatorProblem} naming what is missing */
export async function addTwilioWebhook(
  database: Queryable,
  { sealedTexts, publicUrl }: { sealedTexts: SealedTexts; publicUrl: string },
  wanted: { name: string; accountSid: string; token: string; callbacksFrom?: string | null },
  now: Date,
): Promise<string> {
  const token = wanted.token.trim();
  if (!/^[\x21-\x7e]{16,200}$/.test(token))
    throw new OperatorProblem('Give the auth token of the account on standard input: 16 characters or more.');
  if (!/^[A-Za-z0-9_-]{4,100}$/.test(wanted.accountSid))
    throw new OperatorProblem('The account must be an id such as AC0123456789abcdef0123456789abcdef.');
  const id = crypto.randomUUID();
  await database
    .insertInto('twilio_webhooks')
    .values({
      id,
      name: wanted.name.trim().slice(0, 100),
      account_sid: wanted.accountSid,
      sealed_token: sealedTexts.seal(token, purposeOf(id)),
      created_at: now,
      callbacks_from: wanted.callbacksFrom ?? null,
    })
    .execute();
  return publicUrl + pathOfWebhook(id);
}

const countedTime = days(30);

const isTokenOpened = (sealedTexts: SealedTexts, { id, sealed }: { id: string; sealed: Buffer }): boolean =>
  sealedTexts.open(sealed, purposeOf(id)) !== null;

export async function listTwilioWebhooks(
  database: Queryable,
  sealedTexts: SealedTexts,
  now: Date,
): Promise<TwilioWebhook[]> {
  const { rows } = await sql<Omit<TwilioWebhook, 'isOpened'> & { sealed: Buffer }>`
    select id, name, account_sid as "accountSid", ${dayText('callbacks_from')} as "callbacksFrom", created_at as "createdAt", last_used_at as "lastUsedAt",
      removed_at as "removedAt", sealed_token as sealed, refused_count as refused, last_refused_at as "lastRefusedAt",
      coalesce(left_out, 0) as "leftOut", coalesce(waiting, 0) as waiting
    from twilio_webhooks left join (
      select webhook_id, (count(*) filter (where left_out is not null))::int as left_out,
        (count(*) filter (where parameters is not null))::int as waiting
      from twilio_calls where received_at > ${new Date(now.getTime() - countedTime)} group by webhook_id) counts on webhook_id = id
    order by created_at desc, id`.execute(database);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    isOpened: row.removedAt === null && isTokenOpened(sealedTexts, { id: row.id, sealed }),
  }));
}

/** For `/health`: addresses that take nothing, because their tokens cannot be opened. */
export async function twilioTokenWarnings(database: Queryable, sealedTexts: SealedTexts): Promise<string[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed_token as sealed from twilio_webhooks where removed_at is null`.execute(database);
  const count = rows.filter((webhook) => !isTokenOpened(sealedTexts, webhook)).length;
  if (count === 0) return [];
  return [
    `${count === 1 ? 'The auth token of a Twilio address' : `The auth tokens of ${count} Twilio addresses`} cannot be opened with secrets/sealing-key of DATA_DIR: npm run cli -- twilio list`,
  ];
}

const noWebhook = (id: string) =>
  new OperatorProblem(`There is no webhook ${id.slice(0, 40)}. npm run cli -- twilio list shows them.`);

/** Null: all new calls can wait for a callback. Existing calls do not change. @throws {OperatorProblem} if there is no such webhook */
export async function setTwilioCallbacksFrom(
  database: Queryable,
  id: string,
  callbacksFrom: string | null,
): Promise<void> {
  const { rows } = await sql`
    update twilio_webhooks set callbacks_from = cast(${callbacksFrom} as date)
    where id::text = ${id} and removed_at is null returning id`.execute(database);
  if (rows.length === 0) throw noWebhook(id);
}

/** @throws {OperatorProblem} if there is no such webhook */
export async function removeTwilioWebhook(database: Queryable, id: string, now: Date): Promise<void> {
  const { rows } = await sql`
    update twilio_webhooks set removed_at = ${now}, sealed_token = '' where id::text = ${id} and removed_at is null
    returning id`.execute(database);
  if (rows.length === 0) throw noWebhook(id);
}

/** The token is null if it cannot be opened. */
export async function findTwilioWebhook(
  database: Queryable,
  sealedTexts: SealedTexts,
  id: string,
): Promise<{ accountSid: string; token: string | null } | null> {
  const found = await database
    .selectFrom('twilio_webhooks')
    .select(['account_sid', 'sealed_token'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  return { accountSid: found.account_sid, token: sealedTexts.open(found.sealed_token, purposeOf(id)) };
}
