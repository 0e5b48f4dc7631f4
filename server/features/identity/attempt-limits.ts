import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { tooManyAttempts } from '../../platform/http/problems.ts';

/** A time at which no one waits: not even for an attempt that began earlier and is counted later. */
const noWait = sql`'-infinity'::timestamptz`;

/**
 * Seconds by which a wait can be too long before it is taken for that of a clock that was ahead: the person would be locked out for as
 * long as it was. Clocks that are behind by less shorten no wait.
 */
const clockTolerance = 12 * 60 * 60;

/** How many attempts are free, and how the waits grow after them. */
interface Allowance {
  /** Attempts without a wait. */
  free: number;
  /** The first wait, in seconds; each attempt after that doubles it. */
  initialWait: number;
  /** The maximum wait, in seconds. */
  maxWait: number;
  /** One try is forgotten in each of these many seconds. */
  decayInterval: number;
  /** The most attempts that are remembered. */
  most: number;
  /** From this try on the wait is so many seconds: the identifier is locked. */
  lock?: { from: number; seconds: number };
}

/** One person's attempts: few. */
const perIdentifier: Allowance = {
  free: 5,
  initialWait: 30,
  maxWait: 15 * 60,
  decayInterval: 60 * 60,
  most: 24,
};
/** Passwords are counted from all addresses: ten wrong ones lock sign-in by password for an hour. Codes go on working. */
const perPassword: Allowance = { ...perIdentifier, lock: { from: 10, seconds: 60 * 60 } };
/**
 * One person's other attempts from all addresses together. One address waits long before it has made as many, and afterwards they are
 * forgotten faster than it may make them: alone it makes nobody else wait.
 */
const fromAllAddresses: Allowance = { ...perIdentifier, free: 20, decayInterval: 10 * 60, most: 40 };
/** One network address: more attempts, and forgotten sooner, because a whole office can share it. */
const perAddress: Allowance = {
  free: 30,
  initialWait: 10,
  maxWait: 15 * 60,
  decayInterval: 2 * 60,
  most: 60,
};

/**
 * The kind of an attempt: to sign in by password, to use a code or a passkey, to make a second step, to have a message sent, to check who is known, or to change
 * what they sign in with.
 */
export type Attempt = 'sign-in' | 'code' | 'passkey' | 'second step' | 'message' | 'check' | 'settings';

/** An allowed attempt; success resets the count. */
export interface Ticket {
  /** Whether this attempt locks the identifier, unless it succeeds. */
  locks: boolean;
  /** Forgets the identifier's attempts, and this one attempt of the address with the wait that it began. */
  succeeded(): Promise<void>;
}

/**
 * The network that an address belongs to: an IPv6 household has a /64 to itself, and may not take turns in it. `request.ip` is undefined once
 * the client has left: nobody waits for those answers, and they are counted together.
 */
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

/**
 * Counts attempts per identifier and per address, shared by all processes. Attempts other than passwords are counted per identifier at
 * each address first, so that whoever locks themselves out locks out nobody else. An attempt is counted before it is made, in
 * one statement, so that concurrent attempts are all counted. Identifiers and addresses are stored as keyed hashes.
 */
export class AttemptLimits {
  readonly #database: Queryable;
  readonly #secret: Uint8Array;

  constructor(database: Queryable, secret: Uint8Array) {
    this.#database = database;
    this.#secret = secret;
  }

  /**
   * Lets a try through, or refuses it.
   * @throws a 429 Problem with `Retry-After` while the identifier or the address has to wait.
   */
  async take(attempt: Attempt, identifier: string, address: string, now: Date): Promise<Ticket> {
    const { person, personHere, network } = this.#keys(attempt, identifier, address);
    const isPassword = attempt === 'sign-in';
    // the person first: attempts that a waiting person makes anyway must not make a whole office wait
    if (!isPassword) await this.#count(personHere, perIdentifier, now);
    const allowance = isPassword ? perPassword : fromAllAddresses;
    const attempts = await this.#count(person, allowance, now);
    await this.#count(network, perAddress, now);
    return {
      locks: attempts === allowance.lock?.from,
      succeeded: () => this.clearFailures(attempt, identifier, address),
    };
  }

  /** Forgets an identifier's attempts, because it has proved who it is, and one attempt of the address with the wait that it began. */
  async clearFailures(attempt: Attempt, identifier: string, address: string): Promise<void> {
    const { person, personHere, network } = this.#keys(attempt, identifier, address);
    await sql`
      with forgiven as (delete from attempt_limits where key in (${person}, ${personHere}))
      update attempt_limits set attempts = greatest(attempts - 1, 0), blocked_until = ${noWait},
        expires_at = expires_at - ${perAddress.decayInterval}::float8 * interval '1 second'
      where key = ${network}
    `.execute(this.#database);
  }

  /** Deletes expired counts. */
  async clean(now: Date): Promise<void> {
    await this.#database.deleteFrom('attempt_limits').where('expires_at', '<', now).execute();
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
    // `expires_at` is when the last attempt is forgotten: the time until then says how many attempts still count.
    // The attempt after the free ones is allowed and starts the first wait; each one after that doubles it
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
