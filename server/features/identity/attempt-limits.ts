import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import { tooManyAttempts } from '../../platform/http/problems.ts';

/** Nobody waits: not even a try that was begun a moment earlier and is counted a moment later. */
const noWait = sql`'-infinity'::timestamptz`;

/** How many tries are free, and how the waits grow after them. */
interface Allowance {
  /** Tries without any wait. */
  free: number;
  /** The first wait, in seconds; each further try doubles it. */
  initialWait: number;
  /** The longest wait, in seconds. */
  maxWait: number;
  /** One try is forgotten in each of these many seconds. */
  decayInterval: number;
  /** The most tries that are remembered. */
  most: number;
  /** From this try on the wait is so many seconds: the identifier is locked. */
  lock?: { from: number; seconds: number };
}

/** One person's sign-in: few tries, for they are counted wherever they come from. */
const perIdentifier: Allowance = {
  free: 5,
  initialWait: 30,
  maxWait: 15 * 60,
  decayInterval: 60 * 60,
  most: 24,
};
/** Sign-in by password is locked for an hour after ten wrong ones; codes go on working. */
const perPassword: Allowance = { ...perIdentifier, lock: { from: 10, seconds: 60 * 60 } };
/** One network address: more tries, and forgotten sooner, for a whole office may share it. */
const perAddress: Allowance = {
  free: 30,
  initialWait: 10,
  maxWait: 15 * 60,
  decayInterval: 2 * 60,
  most: 60,
};

/**
 * What somebody tries: to sign in by password, to use a code, to have a message sent, to ask who is known, or to change
 * what they sign in with.
 */
export type Attempt = 'sign-in' | 'code' | 'message' | 'check' | 'settings';

/** A try that was let through; a success takes it back. */
export interface Ticket {
  /** Whether this is the try that locks the identifier, unless it succeeds. */
  locks: boolean;
  /** Forgets the identifier's tries, and this one try of the address with the wait that it began. */
  succeeded(): Promise<void>;
}

/** The network that an address belongs to: an IPv6 household has a /64 to itself, and may not take turns in it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
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
 * Counts tries per identifier and per address, shared by all processes. A try is counted before it is made, in one
 * statement, so that many at once cannot slip through together. Identifiers and addresses are kept as keyed hashes.
 */
export class AttemptLimits {
  readonly #database: Queries;
  readonly #secret: Uint8Array;

  constructor(database: Queries, secret: Uint8Array) {
    this.#database = database;
    this.#secret = secret;
  }

  /**
   * Lets a try through, or refuses it.
   * @throws a 429 Problem with `Retry-After` while the identifier or the address has to wait.
   */
  async take(attempt: Attempt, identifier: string, address: string, now: Date): Promise<Ticket> {
    const person = this.#key(attempt, 'identifier', identifier);
    const network = this.#key(attempt, 'address', networkOf(address));
    // the person first: tries that a waiting person makes anyway must not make a whole office wait
    const allowance = attempt === 'sign-in' ? perPassword : perIdentifier;
    const tries = await this.#count(person, allowance, now);
    await this.#count(network, perAddress, now);
    return {
      locks: tries === allowance.lock?.from,
      succeeded: () => this.clearFailures(attempt, identifier, address),
    };
  }

  /** Forgets an identifier's tries, for it has shown who it is, and one try of the address with the wait that it began. */
  async clearFailures(attempt: Attempt, identifier: string, address: string): Promise<void> {
    const person = this.#key(attempt, 'identifier', identifier);
    const network = this.#key(attempt, 'address', networkOf(address));
    await sql`
      with forgiven as (delete from attempt_limits where key = ${person})
      update attempt_limits set tries = greatest(tries - 1, 0), waits_until = ${noWait},
        forgotten_at = forgotten_at - ${perAddress.decayInterval}::float8 * interval '1 second'
      where key = ${network}
    `.execute(this.#database);
  }

  /** Removes what is forgotten anyway. */
  async clean(now: Date): Promise<void> {
    await sql`delete from attempt_limits where forgotten_at < ${now}`.execute(this.#database);
  }

  #key(attempt: Attempt, kind: string, text: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${attempt}\0${kind}\0${text}`).digest();
  }

  async #count(key: Buffer, allowance: Allowance, now: Date): Promise<number> {
    const { free, initialWait, maxWait, lock, decayInterval, most } = allowance;
    // `forgotten_at` is when the last try is forgotten: how far off it is says how many tries still count.
    // The try after the free ones is let through and starts the first wait; each further one doubles it
    const { rows } = await sql<{ tries: number }>`
      insert into attempt_limits as known (key, tries, waits_until, forgotten_at)
      values (${key}, 1, ${noWait}, ${now}::timestamptz + ${decayInterval}::float8 * interval '1 second')
      on conflict (key) do update set (tries, waits_until, forgotten_at) = (
        select counted.tries,
          case
            when counted.tries < ${free}::int then ${noWait}
            when counted.tries >= ${lock?.from ?? null}::int
            then ${now}::timestamptz + ${lock?.seconds ?? 0}::float8 * interval '1 second'
            else ${now}::timestamptz + interval '1 second'
              * least(${maxWait}::float8, ${initialWait}::float8 * power(2, counted.tries - ${free}::int))
          end,
          least(
            greatest(known.forgotten_at, ${now}) + ${decayInterval}::float8 * interval '1 second',
            ${now}::timestamptz + ${most * decayInterval}::float8 * interval '1 second'
          )
        from (
          select least(
            1 + greatest(ceil(extract(epoch from known.forgotten_at - ${now}::timestamptz) / ${decayInterval}::int), 0),
            ${most}::int
          )::int as tries
        ) counted
      )
      where known.waits_until <= ${now} or known.forgotten_at <= ${now}
      returning tries
    `.execute(this.#database);
    if (rows[0]) return rows[0].tries;
    const waiting = await sql<{
      waits_until: Date;
    }>`select waits_until from attempt_limits where key = ${key}`.execute(this.#database);
    const until = waiting.rows[0] ? new Date(waiting.rows[0].waits_until).getTime() : now.getTime();
    throw tooManyAttempts(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
  }
}
