/** A smaller limit of tasks at the same time, while more tasks than `waiting` wait. */
interface Crowd {
  waiting: number;
  limit: number;
}

/** Lets a limited number of tasks run at the same time; the others wait in the order in which they came. */
export class Turns {
  readonly #limit: number;
  readonly #crowd: Crowd;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param limit tasks at the same time, from 1 */
  constructor(limit: number, crowd: Crowd = { waiting: 0, limit }) {
    this.#limit = limit;
    this.#crowd = crowd;
  }

  /**
   * Runs `work` when it is its turn.
   * @param work gets whether it had to wait
   * @param signal ends the waiting; work that has begun looks at it by itself
   * @throws the signal's reason, when it was aborted before the turn came.
   */
  async run<Result>(work: (waited: boolean) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const waited = await this.#turn(signal);
    try {
      return await work(waited);
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    const { waiting, limit } = this.#crowd;
    while (this.#running < (this.#waiting.length > waiting ? limit : this.#limit)) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit && this.#waiting.length === 0) {
      this.#running += 1;
      return false;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(signal?.reason);
      this.#startNext();
    };
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
    return true;
  }
}

/** How many tasks of a key there can be. */
interface KeyLimits {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks that wait for their turn. */
  waiting: number;
  crowd?: Crowd;
  /** Error for a further task. */
  refusal: () => Error;
}

/** {@link Turns} of each key, with a limit of those that wait. */
export class TurnsByKey {
  readonly #limits: KeyLimits;
  readonly #ofKey = new Map<string, { turns: Turns; tasks: number }>();

  constructor(limits: KeyLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is the turn of a task of the key, as {@link Turns.run}.
   * @throws the refusal, when too many wait.
   */
  async run<Result>(
    key: string,
    work: (waited: boolean) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { atOnce, waiting, crowd, refusal } = this.#limits;
    const ofKey = this.#ofKey.get(key) ?? { turns: new Turns(atOnce, crowd), tasks: 0 };
    if (ofKey.tasks >= atOnce + waiting) throw refusal();
    this.#ofKey.set(key, ofKey);
    ofKey.tasks += 1;
    try {
      return await ofKey.turns.run(work, signal);
    } finally {
      ofKey.tasks -= 1;
      if (ofKey.tasks === 0) this.#ofKey.delete(key);
    }
  }
}
