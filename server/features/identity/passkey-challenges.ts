import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/database.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { type TextSigner, textSigner } from '../../platform/signed-texts.ts';

/** Seconds. */
export const challengeLifetime = 10 * 60;

/** Adding is bound to one session. */
export type ChallengePurpose = 'sign in' | `add in ${string}`;

/** Cookie between options and response; the challenge is computed from it. */
type Flow = string;

/** A challenge is a keyed hash of purpose and a flow in the browser's cookie. Only answered ones are stored, to be valid once. */
export class PasskeyChallenges {
  readonly #secret: Uint8Array;
  readonly #flows: TextSigner;
  readonly #secure: boolean;

  constructor(secret: Uint8Array, publicUrl: string) {
    this.#secret = secret;
    this.#flows = textSigner(secret, 'passkey flow\0');
    this.#secure = publicUrl.startsWith('https:');
  }

  /** A browser's tabs share one challenge, so that none ends another's. */
  begin(request: FastifyRequest, reply: FastifyReply, purpose: ChallengePurpose, now: Date): Buffer {
    const seconds = Math.floor(now.getTime() / 1000);
    const name = this.#nameFor(purpose);
    const present = request.cookies[name];
    const keeps = present !== undefined && this.#endOf(present) - seconds >= challengeLifetime / 2;
    const flow = keeps ? present : this.#makeFlow(seconds + challengeLifetime);
    void reply.setCookie(name, flow, { ...this.#attributes(), maxAge: challengeLifetime });
    return this.#challengeOf(purpose, flow);
  }

  take(request: FastifyRequest, reply: FastifyReply, purpose: ChallengePurpose, now: Date): Buffer | null {
    const name = this.#nameFor(purpose);
    const flow = request.cookies[name];
    if (flow === undefined) return null;
    void reply.clearCookie(name, this.#attributes());
    return this.#endOf(flow) > now.getTime() / 1000 ? this.#challengeOf(purpose, flow) : null;
  }

  #makeFlow(end: number): Flow {
    return this.#flows.sign(`${end}.${randomBytes(24).toString('base64url')}`);
  }

  /** Seconds since 1970; 0 if the flow is not ours. */
  #endOf(flow: Flow): number {
    return Number(this.#flows.read(flow)?.split('.')[0] ?? 0);
  }

  #challengeOf(purpose: ChallengePurpose, flow: Flow): Buffer {
    return createHmac('sha256', this.#secret).update(`passkey challenge\0${purpose}\0${flow}`).digest();
  }

  #nameFor(purpose: ChallengePurpose): string {
    const name = purpose === 'sign in' ? 'mailcall-passkey' : 'mailcall-new-passkey';
    return this.#secure ? `__Secure-${name}` : name;
  }

  #attributes() {
    return { path: serviceBase.identity, httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}

export async function useChallenge(database: Queryable, challenge: Buffer, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + challengeLifetime * 1000);
  const { rows } = await sql`
    insert into used_passkey_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
    on conflict (challenge) do nothing returning 1`.execute(database);
  return rows.length > 0;
}

/** Also removes passkeys of removed contacts. */
export async function cleanPasskeys(database: Queryable, now: Date): Promise<void> {
  await database.deleteFrom('used_passkey_challenges').where('expires_at', '<', now).execute();
  // found first, because contacts are on each node and passkeys on one
  const { rows } = await sql<{ id: string }>`
    select passkeys.id from passkeys left join contacts on contacts.id = passkeys.contact_id and not contacts.deleted
    where contacts.id is null`.execute(database);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await sql`delete from passkeys where id = any(${ids}::text[])`.execute(database);
}
