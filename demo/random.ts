/** `cumulative[i]` is the sum of the first i + 1 weights. */
export interface Weighted<Value> {
  readonly values: readonly Value[];
  readonly cumulative: readonly number[];
}

/** Weights are positive. */
export function weighted<const Value>(entries: readonly (readonly [Value, number])[]): Weighted<Value> {
  let sum = 0;
  return {
    values: entries.map(([value]) => value),
    cumulative: entries.map(([, weight]) => (sum += weight)),
  };
}

/** FNV-1a with a final avalanche: 32 bits, the same on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** sfc32: equal numbers on every machine. One per subject, so that changes do not affect others. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(seed: string) {
    this.#a = hashOf(`${seed}/a`);
    this.#b = hashOf(`${seed}/b`);
    this.#c = hashOf(`${seed}/c`);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** `from` (inclusive) to `to` (exclusive). */
  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** Whole number from `from` to `to`, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)] as Value;
  }

  draw<Value>(table: Weighted<Value>): Value {
    const last = table.cumulative.length - 1;
    const roll = this.next() * (table.cumulative[last] as number);
    let at = 0;
    while (at < last && (table.cumulative[at] as number) <= roll) at += 1;
    return table.values[at] as Value;
  }
}
