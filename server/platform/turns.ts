/** A smaller limit of tasks at the same time, while more tasks than `waiting` wait. */
interface Crowd {
  waiting: number;
  limit: number;
  /** Milliseconds after which a running task does not count for `limit` any more: the others do not wait for one that is slow. */
  patience: number;
}

/** Ends the turn of a task. */
type EndTurn = () => void;

/** Lets a limited number of tasks run at the same time; the others wait in the order in which they came. */
export class Turns {
  readonly #limit: number;
  readonly #crowd: Crowd | undefined;
  #running = 0;
  /** The running tasks that count for the limit of a crowd. */
  #counted = 0;
  readonly #waiting: ((endTurn: EndTurn) => void)[] = [];

  /** @param limit tasks at the same time, from 1 */
  constructor(limit: number, crowd?: Crowd) {
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
    signal?.throwIfAborted();
    const waited = this.#running >= this.#limit || this.#waiting.length > 0;
    const endTurn = waited ? await this.#turn(signal) : this.#beginTurn();
    try {
      return await work(waited);
    } finally {
      endTurn();
    }
  }

  #beginTurn(): EndTurn {
    this.#running += 1;
    this.#counted += 1;
    let counts = true;
    const stopCounting = () => {
      if (counts) this.#counted -= 1;
      counts = false;
    };
    const timer =
      this.#crowd &&
      setTimeout(() => {
        stopCounting();
        this.#startNext();
      }, this.#crowd.patience).unref();
    return () => {
      clearTimeout(timer);
      stopCounting();
      this.#running -= 1;
      this.#startNext();
    };
  }

  /** Whether no further task may begin now. */
  get #isFull(): boolean {
    const isCrowd = this.#crowd !== undefined && this.#waiting.length > this.#crowd.waiting;
    return this.#running >= this.#limit || (isCrowd && this.#counted >= this.#crowd.limit);
  }

  #startNext(): void {
    while (this.#waiting.length > 0 && !this.#isFull) this.#waiting.shift()?.(this.#beginTurn());
  }

  async #turn(signal: AbortSignal | undefined): Promise<EndTurn> {
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>();
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
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
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
