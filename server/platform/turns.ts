/** Lowers the limit while more than `waiting` tasks wait. */
interface Crowd {
  waiting: number;
  limit: number;
  /** Milliseconds after which a slow task no longer counts for `limit`. */
  patience: number;
}

type EndTurn = () => void;

/** Others wait in order of arrival. */
export class Turns {
  readonly #limit: number;
  readonly #crowd: Crowd | undefined;
  #running = 0;
  #counted = 0;
  readonly #waiting: ((endTurn: EndTurn) => void)[] = [];

  constructor(limit: number, crowd?: Crowd) {
    this.#limit = limit;
    this.#crowd = crowd;
  }

  /** `work` receives whether it had to wait. `signal` ends only the waiting, and throws its reason. */
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

interface KeyLimits {
  atOnce: number;
  waiting: number;
  crowd?: Crowd;
  refusal: () => Error;
}

/** {@link Turns} per key, with a limit of waiting tasks. */
export class TurnsByKey {
  readonly #limits: KeyLimits;
  readonly #ofKey = new Map<string, { turns: Turns; tasks: number }>();

  constructor(limits: KeyLimits) {
    this.#limits = limits;
  }

  /** Throws the refusal if too many wait. */
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
