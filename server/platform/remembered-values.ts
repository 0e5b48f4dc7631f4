interface RememberedValue<Value> {
  value: Value;
  size: number;
  since: number;
  usedAt: number;
}

export interface MemoryLimits {
  /** Total; 0 caches nothing. */
  size: number;
  /** Milliseconds before a value expires, even if used. */
  age: number;
  /** Milliseconds before an unused value expires. Default: `age`. */
  unused?: number;
}

/** Evicts the least recently used value first; values also expire. */
export class RememberedValues<Value> {
  readonly #limits: MemoryLimits;
  readonly #now: () => number;
  readonly #values = new Map<string, RememberedValue<Value>>();
  #size = 0;

  /** `now` is monotonic, in milliseconds. */
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

  /** Skips values above a sixteenth of the space. */
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
