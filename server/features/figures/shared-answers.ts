import { createHash } from 'node:crypto';
import { minutes } from '@mailcall/contract/time/durations.ts';

interface SharedAnswer {
  rows: Promise<readonly { version: number }[]>;
  /** Null while reading. */
  version: number | null;
  waiting: number;
  ending: AbortController;
  usedAt: number;
}

/** Approximate bytes of all answers; least recently used ones are evicted first. */
const mostBytes = 48 * 1024 ** 2;
/** Milliseconds. Without it a busy portal's memory grows for half an hour. */
const mostUnused = minutes(2);
const bytesOfAnswer = 1024;
const bytesOfValue = 32;

const sizeOf = (rows: readonly object[]) =>
  bytesOfAnswer + rows.length * Object.keys(rows[0] ?? {}).length * bytesOfValue;

export class SharedAnswers {
  readonly #answers = new Map<string, SharedAnswer>();
  readonly #mostBytes: number;
  readonly #now: () => number;
  readonly #sizes = new Map<SharedAnswer, number>();

  /** @param now monotonic clock in milliseconds */
  constructor(limit = mostBytes, now: () => number = () => performance.now()) {
    this.#mostBytes = limit;
    this.#now = now;
  }

  /** Rows at `least` or later. Versions only rise. @param signal ends the wait, and the reading if no one else waits */
  async rows<Row extends { version: number }>(
    statement: string,
    least: number,
    read: (signal: AbortSignal) => Promise<Row[]>,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    const key = createHash('sha256').update(statement).digest('base64');
    for (;;) {
      signal?.throwIfAborted();
      const known = this.#answers.get(key);
      if (known && known.version !== null && known.version < least) this.#forget(key, known);
      const answer = this.#answers.get(key) ?? this.#start(key, read);
      const rows = (await this.#wait(key, answer, signal)) as Row[];
      if (answer.version !== null && answer.version >= least) {
        this.#use(key, answer);
        return rows;
      }
      this.#forget(key, answer);
    }
  }

  #start<Row extends { version: number }>(
    key: string,
    read: (signal: AbortSignal) => Promise<Row[]>,
  ): SharedAnswer {
    const ending = new AbortController();
    const answer: SharedAnswer = {
      rows: read(ending.signal),
      version: null,
      waiting: 0,
      ending,
      usedAt: this.#now(),
    };
    this.#answers.set(key, answer);
    answer.rows.then(
      (rows) => {
        answer.version = rows[0]?.version ?? 0;
        if (this.#answers.get(key) === answer) this.#remember(key, answer, sizeOf(rows));
      },
      () => this.#forget(key, answer),
    );
    return answer;
  }

  async #wait(
    key: string,
    answer: SharedAnswer,
    signal: AbortSignal | undefined,
  ): Promise<readonly { version: number }[]> {
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    answer.waiting += 1;
    try {
      return await Promise.race([answer.rows, left.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
      answer.waiting -= 1;
      if (answer.waiting === 0 && answer.version === null) {
        this.#forget(key, answer);
        answer.ending.abort(new Error('Nobody waits for the answer.'));
      }
    }
  }

  #forget(key: string, answer: SharedAnswer): void {
    if (this.#answers.get(key) === answer) this.#answers.delete(key);
    this.#sizes.delete(answer);
  }

  #use(key: string, answer: SharedAnswer): void {
    if (this.#answers.get(key) !== answer) return;
    answer.usedAt = this.#now();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
  }

  #remember(key: string, answer: SharedAnswer, size: number): void {
    // a single large answer would evict all others
    if (size > this.#mostBytes / 4) return this.#forget(key, answer);
    this.#sizes.set(answer, size);
    answer.usedAt = this.#now();
    const unusedSince = answer.usedAt - mostUnused;
    let sum = [...this.#sizes.values()].reduce((total, bytes) => total + bytes, 0);
    for (const [oldestKey, oldest] of this.#answers) {
      if (oldest.version === null) continue;
      if (sum <= this.#mostBytes && oldest.usedAt > unusedSince) return;
      sum -= this.#sizes.get(oldest) ?? 0;
      this.#forget(oldestKey, oldest);
    }
  }
}
