import { createHash } from 'node:crypto';

/** An answer that several requests have parts of. */
interface SharedAnswer {
  rows: Promise<readonly { version: number }[]>;
  /** The version of the rows; null while they are read. */
  version: number | null;
  /** Requests that wait for the rows. */
  waiting: number;
  /** Ends reading them, when nobody waits any more. */
  ending: AbortController;
  /** When a request had the rows last. */
  usedAt: number;
}

/** Bytes of all remembered answers, roughly; those that were not used for longest are forgotten first. */
const mostBytes = 48 * 1024 ** 2;
/**
 * Milliseconds for which rows are remembered after they were used. The requests of a screen come within seconds, and whole
 * answers are remembered apart: without an end the memory of a busy portal grows for half an hour.
 */
const mostUnused = 2 * 60_000;
const bytesOfAnswer = 1024;
const bytesOfValue = 32;

const sizeOf = (rows: readonly object[]) =>
  bytesOfAnswer + rows.length * Object.keys(rows[0] ?? {}).length * bytesOfValue;

/**
 * Answers that several requests of one screen have parts of: the first request has the rows read, the others wait for them, and
 * those that come later take them while the data is the same.
 */
export class SharedAnswers {
  /** By what identifies the statement, the last used one last. */
  readonly #answers = new Map<string, SharedAnswer>();
  readonly #mostBytes: number;
  readonly #now: () => number;
  /** Bytes of each answer that was read. */
  readonly #sizes = new Map<SharedAnswer, number>();

  /** @param now milliseconds of a clock that is never set back */
  constructor(limit = mostBytes, now: () => number = () => performance.now()) {
    this.#mostBytes = limit;
    this.#now = now;
  }

  /**
   * The rows of a statement, not older than a version. Versions only rise, and rows of the same version are the same.
   * @param read reads the rows, which all have their version, at the least version or a later one
   * @param signal ends the waiting, and the reading when nobody else waits
   */
  async rows<Row extends { version: number }>(
    statement: string,
    least: number,
    read: (signal: AbortSignal) => Promise<Row[]>,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    // a statement can be long, by its list of accounts
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

  /** Puts a remembered answer last among those that are forgotten. */
  #use(key: string, answer: SharedAnswer): void {
    if (this.#answers.get(key) !== answer) return;
    answer.usedAt = this.#now();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
  }

  #remember(key: string, answer: SharedAnswer, size: number): void {
    // one large answer would take the place of all others
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
