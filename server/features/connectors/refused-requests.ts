import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';

const keyColumns = { connections: 'name', twilio_webhooks: 'id' } as const;

const mostCounted = 1_000_000_000;

/** Anybody can send these, so counts are stored together. An unknown address gets the same work, so that the answer does not reveal it. */
export class RefusedRequests {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock'>;
  readonly #table: keyof typeof keyColumns;
  #counts = new Map<string, number>();
  #next: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor({ database, clock }: Pick<Dependencies, 'database' | 'clock'>, table: keyof typeof keyColumns) {
    this.#dependencies = { database, clock };
    this.#table = table;
  }

  add(address: string): Promise<void> {
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
    this.#next ??= this.#running.then(() => this.#store());
    return this.#next;
  }

  #store(): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    this.#next = null;
    const storing = this.#write(counts);
    this.#running = storing.catch(() => {});
    return storing;
  }

  #write(counts: ReadonlyMap<string, number>): Promise<void> {
    const { database, clock } = this.#dependencies;
    const key = sql.ref(keyColumns[this.#table]);
    return database.transaction(async (transaction) => {
      // a failure may lose a count, and no request waits for the disk
      await sql`set local synchronous_commit = off`.execute(transaction);
      await sql`
        update ${sql.table(this.#table)} set last_refused_at = ${clock.now()},
          refused_count = least(refused_count::bigint + refused.count, ${sql.lit(mostCounted)})::int
        from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as refused (address, count)
        where ${key}::text = refused.address and removed_at is null`.execute(transaction);
    });
  }
}
