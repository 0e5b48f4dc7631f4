import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { tooManyAttempts } from '../../platform/http/problems.ts';

/** Ends a wait even for an attempt that began earlier and is counted later. */
const noWait = sql`'-infinity'::timestamptz`;

/** Seconds. A wait longer by this was set by a fast clock and must not lock the person out. */
const clockTolerance = 12 * 60 * 60;

interface Allowance {
  free: number;
  /** Seconds; doubles with each further attempt. */
  initialWait: number;
  /** Seconds. */
  maxWait: number;
  /** Seconds after which one attempt is forgotten. */
  decayInterval: number;
  most: number;
  /** From this attempt on, the identifier is locked for `seconds`. */
  lock?: { from: number; seconds: number };
}

const perIdentifier: Allowance = {
  free: 5,
  initialWait: 30,
  maxWait: 15 * 60,
  decayInterval: 60 * 60,
  most: 24,
};
/** Counted across addresses. Ten wrong passwords lock password sign-in for an hour; codes still work. */
const perPassword: Allowance = { ...perIdentifier, lock: { from: 10, seconds: 60 * 60 } };
/** Per person, from all addresses. A single address must wait before it uses them up for the others. */
const fromAllAddresses: Allowance = { ...perIdentifier, free: 20, decayInterval: 10 * 60, most: 40 };
/** More attempts, forgotten sooner, because an office may share an address. */
const perAddress: Allowance = {
  free: 30,
  initialWait: 10,
  maxWait: 15 * 60,
  decayInterval: 2 * 60,
  most: 60,
};

export type Attempt = 'sign-in' | 'code' | 'passkey' | 'second step' | 'message' | 'check' | 'settings';

export interface Ticket {
  /** This attempt locks the identifier unless it succeeds. */
  locks: boolean;
  /** Forgets the identifier's attempts, and this attempt of the address with its wait. */
  succeeded(): Promise<void>;
  /** Uncounts an attempt that was no guess, with its wait. */
  withdraw(): Promise<void>;
}

/** The identifier of a known person. */
export const countedAs = (contactId: string): string => `contact ${contactId}`;

/** An IPv6 household has a whole /64. `request.ip` is undefined after the client left; such attempts count together. */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? 'left').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const all =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(8 - groups.length - after.length).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Counts before each attempt, in one statement, by keyed hashes. Identifier with address come first, so no one locks others out. */
export class AttemptLimits {
  readonly #database: Queryable;
  readonly #secret: Uint8Array;

  constructor(database: Queryable, secret: Uint8Array) {
    this.#database = database;
    this.#secret = secret;
  }

  /** @throws {Problem} 429 with `Retry-After` while the identifier or address must wait */
  async take(attempt: Attempt, identifier: string, address: string, now: Date): Promise<Ticket> {
    const { person, personHere, network } = this.#keys(attempt, identifier, address);
    const isPassword = attempt === 'sign-in';
    // the person first, so that attempts of a waiting person do not make the whole office wait
    if (!isPassword) await this.#count(personHere, perIdentifier, now);
    const allowance = isPassword ? perPassword : fromAllAddresses;
    const attempts = await this.#count(person, allowance, now);
    await this.#count(network, perAddress, now);
    return {
      locks: attempts === allowance.lock?.from,
      succeeded: () => this.clearFailures(attempt, identifier, address),
      withdraw: async () => {
        const counted = [
          ...(isPassword ? [] : [[personHere, perIdentifier] as const]),
          [person, allowance] as const,
          [network, perAddress] as const,
        ];
        for (const [key, { decayInterval }] of counted)
          await sql`
            update attempt_limits set attempts = greatest(attempts - 1, 0), blocked_until = ${noWait},
              expires_at = expires_at - ${decayInterval}::float8 * interval '1 second'
            where key = ${key}`.execute(this.#database);
      },
    };
  }

  /** For a proof of identity: forgets the identifier's attempts, and one attempt of the address with its wait. */
  async clearFailures(attempt: Attempt, identifier: string, address: string): Promise<void> {
    const { person, personHere, network } = this.#keys(attempt, identifier, address);
    await sql`
      with forgiven as (delete from attempt_limits where key in (${person}, ${personHere}))
      update attempt_limits set attempts = greatest(attempts - 1, 0), blocked_until = ${noWait},
        expires_at = expires_at - ${perAddress.decayInterval}::float8 * interval '1 second'
      where key = ${network}
    `.execute(this.#database);
  }

  /** For a new code, which has guesses of its own. The count from all addresses stays. */
  async forgetHere(attempt: Attempt, identifier: string, address: string): Promise<void> {
    const { personHere } = this.#keys(attempt, identifier, address);
    await this.#database.deleteFrom('attempt_limits').where('key', '=', personHere).execute();
  }

  /** The contacts who must wait wherever they try. Waits of one address alone are not known by person. */
  async lockedAmong(contactIds: () => Promise<readonly string[]>, now: Date): Promise<string[]> {
    const { rows } = await sql<{ key: Buffer }>`
      select key from attempt_limits where blocked_until > ${now} and expires_at > ${now}`.execute(
      this.#database,
    );
    if (rows.length === 0) return [];
    const waiting = new Set(rows.map(({ key }) => key.toString('hex')));
    return (await contactIds()).filter((id) =>
      this.#locksOf(id).some((key) => waiting.has(key.toString('hex'))),
    );
  }

  async unlock(transaction: Queryable, contactId: string): Promise<void> {
    await transaction.deleteFrom('attempt_limits').where('key', 'in', this.#locksOf(contactId)).execute();
  }

  async clean(now: Date): Promise<void> {
    await this.#database.deleteFrom('attempt_limits').where('expires_at', '<', now).execute();
  }

  #locksOf(contactId: string): Buffer[] {
    return (['sign-in', 'code', 'second step'] as const).map((attempt) =>
      this.#key(attempt, 'identifier', countedAs(contactId)),
    );
  }

  #keys(attempt: Attempt, identifier: string, address: string) {
    const network = networkOf(address);
    return {
      person: this.#key(attempt, 'identifier', identifier),
      personHere: this.#key(attempt, 'identifier at address', `${network}\0${identifier}`),
      network: this.#key(attempt, 'address', network),
    };
  }

  #key(attempt: Attempt, kind: string, text: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${attempt}\0${kind}\0${text}`).digest();
  }

  async #count(key: Buffer, allowance: Allowance, now: Date): Promise<number> {
    const { free, initialWait, maxWait, lock, decayInterval, most } = allowance;
    const longest = Math.max(maxWait, lock?.seconds ?? 0) + clockTolerance;
    const isAhead = sql`known.blocked_until > ${now}::timestamptz + ${longest}::float8 * interval '1 second'`;
    // `expires_at`, when the last attempt is forgotten, tells how many still count; the first one beyond the free ones starts a wait
    const { rows } = await sql<{ attempts: number }>`
      insert into attempt_limits as known (key, attempts, blocked_until, expires_at)
      values (${key}, 1, ${noWait}, ${now}::timestamptz + ${decayInterval}::float8 * interval '1 second')
      on conflict (key) do update set (attempts, blocked_until, expires_at) = (
        select counted.attempts,
          case
            when counted.attempts < ${free}::int then ${noWait}
            when counted.attempts >= ${lock?.from ?? null}::int
            then ${now}::timestamptz + ${lock?.seconds ?? 0}::float8 * interval '1 second'
            else ${now}::timestamptz + interval '1 second'
              * least(${maxWait}::float8, ${initialWait}::float8 * power(2, counted.attempts - ${free}::int))
          end,
          least(
            case when ${isAhead} then ${now}::timestamptz else greatest(known.expires_at, ${now}) end
              + ${decayInterval}::float8 * interval '1 second',
            ${now}::timestamptz + ${most * decayInterval}::float8 * interval '1 second'
          )
        from (
          select least(
            1 + case when ${isAhead} then 0
              else greatest(ceil(extract(epoch from known.expires_at - ${now}::timestamptz) / ${decayInterval}::int), 0) end,
            ${most}::int
          )::int as attempts
        ) counted
      )
      where known.blocked_until <= ${now} or known.expires_at <= ${now}
        or ${isAhead}
      returning attempts
    `.execute(this.#database);
    if (rows[0]) return rows[0].attempts;
    const waiting = await sql<{
      blocked_until: Date;
    }>`select blocked_until from attempt_limits where key = ${key}`.execute(this.#database);
    const until = waiting.rows[0] ? new Date(waiting.rows[0].blocked_until).getTime() : now.getTime();
    throw tooManyAttempts(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
  }
}
