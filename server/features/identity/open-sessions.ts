import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { RememberedValues } from '../../platform/remembered-values.ts';

/** Milliseconds to cache an answer; players request many parts of a recording. */
const age = minutes(1);

const size = 10_000;

/** For URLs that were given to sessions and carry no token. */
export class OpenSessions {
  readonly #database: Queryable;
  readonly #clock: Clock;
  readonly #idleTime: number;
  readonly #known: RememberedValues<boolean>;

  /** `idleTime`: seconds without a request. */
  constructor({ database, clock, idleTime }: { database: Queryable; clock: Clock; idleTime: number }) {
    this.#database = database;
    this.#clock = clock;
    this.#idleTime = idleTime;
    this.#known = new RememberedValues({ size, age }, () => clock.now().getTime());
  }

  /** Cached. True for null: an external issuer keeps the session. */
  async isOpen(id: string | null): Promise<boolean> {
    if (id === null) return true;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const now = this.#clock.now();
    const { rows } = await sql`
      select 1 from sessions where id = ${id} and ended_at is null and expires_at > ${now}
        and seen_at > ${new Date(now.getTime() - this.#idleTime * 1000)}`.execute(this.#database);
    const isOpen = rows.length > 0;
    this.#known.set(id, isOpen, 1);
    return isOpen;
  }
}
