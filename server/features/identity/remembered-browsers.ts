import { createHmac, randomBytes } from 'node:crypto';
import type { RememberedBrowser } from '@mailcall/contract/second-factor.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import type { SessionPlace } from './session-place.ts';

const remembered = days(30);

/** Kept in a cookie that is hidden from scripts and sent only to the identity service. */
type BrowserToken = string;

/** Belongs to the browser, because colleagues share one at a front desk. */
export class BrowserCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string) {
    this.#secure = publicUrl.startsWith('https:');
    this.#name = this.#secure ? '__Secure-mailcall-browser' : 'mailcall-browser';
  }

  read(request: FastifyRequest): BrowserToken | null {
    return request.cookies[this.#name] ?? null;
  }

  set(reply: FastifyReply, token: BrowserToken, now: Date): void {
    void reply.setCookie(this.#name, token, {
      path: serviceBase.identity,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#secure,
      expires: new Date(now.getTime() + remembered),
    });
  }
}

const hashOf = (secret: Uint8Array, token: BrowserToken): Buffer =>
  createHmac('sha256', secret).update(`remembered browser\0${token}`).digest();

/** True if the person needs no second step in this browser; also stores the use. */
export async function isRemembered(
  database: Queryable,
  secret: Uint8Array,
  { contactId, token, now }: { contactId: string; token: BrowserToken | null; now: Date },
): Promise<boolean> {
  if (token === null) return false;
  const { rows } = await sql`
    update remembered_browsers set used_at = ${now}
    where contact_id = ${contactId} and browser_hash = ${hashOf(secret, token)} and expires_at > ${now}
    returning 1`.execute(database);
  return rows.length > 0;
}

/** Replaces the browser's token for all users, so that a copied token becomes useless. */
export async function rememberBrowser(
  transaction: Queryable,
  secret: Uint8Array,
  {
    contactId,
    previous,
    place,
    now,
  }: {
    contactId: string;
    previous: BrowserToken | null;
    place: SessionPlace;
    now: Date;
  },
): Promise<BrowserToken> {
  const token = randomBytes(32).toString('base64url');
  const hash = hashOf(secret, token);
  if (previous !== null) {
    const before = hashOf(secret, previous);
    await sql`delete from remembered_browsers where contact_id = ${contactId} and browser_hash = ${before}`.execute(
      transaction,
    );
    await sql`update remembered_browsers set browser_hash = ${hash} where browser_hash = ${before}`.execute(
      transaction,
    );
  }
  await transaction
    .insertInto('remembered_browsers')
    .values({
      contact_id: contactId,
      browser_hash: hash,
      created_at: now,
      used_at: now,
      expires_at: new Date(now.getTime() + remembered),
      ...place,
    })
    .execute();
  return token;
}

/** Newest first; `token` is the asking browser's. */
export async function rememberedBrowsersOf(
  database: Queryable,
  secret: Uint8Array,
  { contactId, token, now }: { contactId: string; token: BrowserToken | null; now: Date },
): Promise<RememberedBrowser[]> {
  const here = token === null ? null : hashOf(secret, token);
  const { rows } = await sql<
    Pick<RememberedBrowser, 'id' | 'device' | 'network' | 'current'> & {
      createdAt: Date;
      expiresAt: Date;
      lastUsedAt: Date;
    }
  >`
    select id, device, network, created_at as "createdAt", expires_at as "expiresAt", used_at as "lastUsedAt",
      coalesce(browser_hash = ${here}::bytea, false) as current
    from remembered_browsers
    where contact_id = ${contactId} and expires_at > ${now} order by created_at desc, id limit 100`.execute(
    database,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }));
}

export async function forgetBrowsers(transaction: Queryable, contactId: string, id?: string): Promise<void> {
  await sql`
    delete from remembered_browsers where contact_id = ${contactId} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`.execute(
    transaction,
  );
}
