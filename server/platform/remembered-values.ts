interface RememberedValue<Value> {
  value: Value;
  size: number;
  since: number;
  usedAt: number;
}

/** How much is remembered. */
export interface MemoryLimits {
  /** The sum of the sizes of all values; 0 remembers nothing. */
  size: number;
  /** Milliseconds after which a value is forgotten, whoever uses it. */
  age: number;
  /** Milliseconds after which a value is forgotten that nobody has used since; `age` without it. */
  unused?: number;
}

/** Values by a key: what was not used for longest is forgotten first, and everything after some time. */
export class RememberedValues<Value> {
  readonly #limits: MemoryLimits;
  readonly #now: () => number;
  /** The last used one last. */
  readonly #values = new Map<string, RememberedValue<Value>>();
  #size = 0;

  /** @param now milliseconds of a clock that is never set back */
  constructor(limits: MemoryLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const known = this.#values.get(key);
    if (!known) return undefined;
    this.#values.delete(key);
    if (this.#isOld(known)) {
      this.#size -= known.size;
      return undefined;
    }
    known.usedAt = this.#now();
    this.#values.set(key, known);
    return known.value;
  }

  /** Remembers a value; one that takes more than a sixteenth of the room is not. */
  set(key: string, value: Value, size: number): void {
    this.#forget(key);
    if (size > this.#limits.size / 16) return;
    const now = this.#now();
    this.#values.set(key, { value, size, since: now, usedAt: now });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#limits.size) return;
      this.#forget(oldest);
    }
  }

  /** Forgets what is too old, so that nothing stays because nobody asks for it. */
  forgetOld(): void {
    for (const [key, known] of this.#values) if (this.#isOld(known)) this.#forget(key);
  }

  #isOld({ since, usedAt }: RememberedValue<Value>): boolean {
    const { age, unused = age } = this.#limits;
    const now = this.#now();
    return now - since >= age || now - usedAt >= unused;
  }

  #forget(key: string): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
