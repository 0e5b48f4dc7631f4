import { createHmac } from 'node:crypto';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database.ts';
import { equalTexts } from '../../platform/signed-texts.ts';
import { accessVersionOf } from './access.ts';
import { contactById, type SignInContact } from './contacts.ts';
import { endSession, type StartedSession } from './sessions.ts';

/** Milliseconds in which the previous token also gets the current one, because several tabs renew at once. */
const grace = seconds(30);

interface Renewals {
  refresh_generation: number;
  /** First issue of the current generation; null before the first renewal. */
  refreshed_at: Date | null;
  /** An access token of the current generation was used. */
  refresh_confirmed: boolean;
  refresh_skipped: number[];
}

/** Null if this token must not be used any more. */
function nextGeneration(session: Renewals, generation: number, now: Date): number | null {
  const { refresh_generation: present, refreshed_at, refresh_confirmed, refresh_skipped } = session;
  if (generation === present) return present + 1;
  let previous = present - 1;
  while (refresh_skipped.includes(previous)) previous -= 1;
  if (generation !== previous) return null;
  if (now.getTime() - (refreshed_at?.getTime() ?? 0) <= grace) return present;
  return refresh_confirmed ? null : present + 1;
}

export interface Renewed {
  contact: SignInContact;
  session: StartedSession;
  refreshToken: string;
}

/** `SESSION.NUMBER.PROOF`, a keyed hash of seed and number: nothing usable is stored, and concurrent tabs get the same token. */
export class RefreshTokens {
  readonly #secret: Uint8Array;
  readonly #idleTime: number;

  /** @param idleTime seconds without use */
  constructor(secret: Uint8Array, idleTime: number) {
    this.#secret = secret;
    this.#idleTime = idleTime;
  }

  first({ id, refreshSeed }: StartedSession): string | null {
    return refreshSeed && this.#token(id, 0, refreshSeed);
  }

  /**
   * Null if the session has ended or the token is invalid. The previous token stays valid until an access token of the current generation
   * is used: the response was lost, and its generation is skipped. A skipped or older token was stolen and ends its session.
   */
  renew(database: Database, presented: string, now: Date): Promise<Renewed | null> {
    const parts = this.#read(presented);
    if (!parts) return Promise.resolve(null);
    const { id, generation } = parts;
    return database.transaction(async (transaction) => {
      const row = await this.#session(transaction, parts);
      const idleSince = now.getTime() - this.#idleTime * 1000;
      if (!row?.refresh_seed || row.ended_at || row.expires_at <= now || row.seen_at.getTime() <= idleSince)
        return null;
      const next = nextGeneration(row, generation, now);
      if (next === null) {
        await endSession(transaction, id, 'refresh token used twice', now);
        return null;
      }
      const contact = await contactById(transaction, row.contact_id);
      if (!contact || (await accessVersionOf(transaction, contact.id)) !== row.access_version) {
        await endSession(transaction, id, 'access change', now);
        return null;
      }
      const present = row.refresh_generation;
      const isNew = next !== present;
      const skipped =
        isNew && generation !== present ? [...row.refresh_skipped, present] : row.refresh_skipped;
      await sql`
        update sessions set seen_at = greatest(seen_at, ${now}), refresh_generation = ${next},
          refreshed_at = ${isNew ? now : row.refreshed_at}, refresh_confirmed = ${!isNew && row.refresh_confirmed},
          refresh_skipped = ${skipped}::int[]
        where id = ${id}
      `.execute(transaction);
      return {
        contact,
        session: {
          id,
          limited: row.limited,
          expiresAt: row.expires_at,
          refreshSeed: row.refresh_seed,
          generation: next,
        },
        refreshToken: this.#token(id, next, row.refresh_seed),
      };
    });
  }

  async end(database: Database, presented: string, now: Date): Promise<void> {
    const parts = this.#read(presented);
    if (!parts) return;
    await database.transaction(async (transaction) => {
      if (await this.#session(transaction, parts))
        await endSession(transaction, parts.id, 'signed in anew', now);
    });
  }

  async #session(
    transaction: Queryable,
    { id, generation, text }: { id: string; generation: number; text: string },
  ) {
    const row = await transaction
      .selectFrom('sessions')
      .select(['contact_id', 'limited', 'expires_at', 'seen_at', 'ended_at', 'access_version'])
      .select(['refresh_seed', 'refresh_generation', 'refreshed_at', 'refresh_confirmed', 'refresh_skipped'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.refresh_seed || generation > row.refresh_generation) return null;
    return equalTexts(this.#token(id, generation, row.refresh_seed), text) ? row : null;
  }

  #read(text: string): { id: string; generation: number; text: string } | null {
    const [, id, generation] = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]{43}$/.exec(text) ?? [];
    return id && generation ? { id, generation: Number(generation), text } : null;
  }

  #token(id: string, generation: number, seed: Uint8Array): string {
    const proof = createHmac('sha256', this.#secret)
      .update(`refresh\0${id}\0${generation}\0`)
      .update(seed)
      .digest('base64url');
    return `${id}.${generation}.${proof}`;
  }
}
