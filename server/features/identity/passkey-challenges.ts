import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/database.ts';
import { serviceBase } from '../../platform/http/serve.ts';

/** Seconds for which a challenge can be answered. */
export const challengeLifetime = 10 * 60;

/** What a challenge is for: to sign in, or to add a passkey in one session. */
export type ChallengePurpose = 'sign in' | `add in ${string}`;

/** What a browser keeps in a cookie between the options and the response; the challenge is computed of it. */
type Flow = string;

/**
 * Challenges for passkeys. The browser that asks gets a random flow in a cookie, and the challenge is a keyed hash of flow and purpose:
 * nothing is stored for a challenge that nobody answers, and the answer is worth something in that browser only. Those that were answered
 * are stored until they end, so that each is good once.
 */
export class PasskeyChallenges {
  readonly #secret: Uint8Array;
  readonly #secure: boolean;

  constructor(secret: Uint8Array, publicUrl: string) {
    this.#secret = secret;
    this.#secure = publicUrl.startsWith('https:');
  }

  /** The challenge for a browser. Tabs that ask one after the other get the same, so that none ends that of another. */
  begin(request: FastifyRequest, reply: FastifyReply, purpose: ChallengePurpose, now: Date): Buffer {
    const seconds = Math.floor(now.getTime() / 1000);
    const name = this.#nameFor(purpose);
    const present = request.cookies[name];
    const keeps = present !== undefined && this.#endOf(present) - seconds >= challengeLifetime / 2;
    const flow = keeps ? present : this.#makeFlow(seconds + challengeLifetime);
    void reply.setCookie(name, flow, { ...this.#attributes(), maxAge: challengeLifetime });
    return this.#challengeOf(purpose, flow);
  }

  /** The challenge that the browser of a request has to have answered, and forgets now; null without one that is still good. */
  take(request: FastifyRequest, reply: FastifyReply, purpose: ChallengePurpose, now: Date): Buffer | null {
    const name = this.#nameFor(purpose);
    const flow = request.cookies[name];
    if (flow === undefined) return null;
    void reply.clearCookie(name, this.#attributes());
    return this.#endOf(flow) > now.getTime() / 1000 ? this.#challengeOf(purpose, flow) : null;
  }

  #makeFlow(end: number): Flow {
    const text = `${end}.${randomBytes(24).toString('base64url')}`;
    return `${text}.${this.#hash('flow', text).toString('base64url')}`;
  }

  /** When a flow of ours ends, in seconds since 1970; 0 for what is none. */
  #endOf(flow: Flow): number {
    const [end = '', random = '', mac] = flow.split('.');
    const isOurs = mac === this.#hash('flow', `${end}.${random}`).toString('base64url');
    return isOurs ? Number(end) : 0;
  }

  #challengeOf(purpose: ChallengePurpose, flow: Flow): Buffer {
    return this.#hash(`challenge\0${purpose}`, flow);
  }

  #hash(kind: string, text: string): Buffer {
    return createHmac('sha256', this.#secret).update(`passkey ${kind}\0${text}`).digest();
  }

  #nameFor(purpose: ChallengePurpose): string {
    const name = purpose === 'sign in' ? 'mailcall-passkey' : 'mailcall-new-passkey';
    return this.#secure ? `__Secure-${name}` : name;
  }

  #attributes() {
    return { path: serviceBase.identity, httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}

/** Uses a challenge up; false when it was used before. */
export async function useChallenge(database: Queryable, challenge: Buffer, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + challengeLifetime * 1000);
  const { rows } = await sql`
    insert into used_passkey_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
    on conflict (challenge) do nothing returning 1`.execute(database);
  return rows.length > 0;
}

/** Deletes used challenges that have ended, and passkeys of contacts that are gone. */
export async function cleanPasskeys(database: Queryable, now: Date): Promise<void> {
  await database.deleteFrom('used_passkey_challenges').where('expires_at', '<', now).execute();
  // found first: contacts are on each machine, passkeys on one
  const { rows } = await sql<{ id: string }>`
    select passkeys.id from passkeys left join contacts on contacts.id = passkeys.contact_id and not contacts.deleted
    where contacts.id is null`.execute(database);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await sql`delete from passkeys where id = any(${ids}::text[])`.execute(database);
}
