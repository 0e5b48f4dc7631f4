/** Values with weights, prepared for drawing: `upTo[i]` is the sum of the first i + 1 weights. */
export interface Weighted<Value> {
  readonly values: readonly Value[];
  readonly upTo: readonly number[];
}

/** Prepares values with their weights (any positive numbers) for `Random.draw`. */
export function weighted<const Value>(entries: readonly (readonly [Value, number])[]): Weighted<Value> {
  let sum = 0;
  return { values: entries.map(([value]) => value), upTo: entries.map(([, weight]) => (sum += weight)) };
}

/** A well-mixed 32-bit hash of a text: the same on every machine (FNV-1a with a final avalanche). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Random numbers that are the same for the same seed on every machine (the sfc32 generator). The story is drawn from
 * several of these, one per office and subject, so that a change to one leaves the others as they were.
 */
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

  /** A number from 0 up to but not including 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** A number from `from` up to but not including `to`. */
  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values, each as likely as the others; the list must not be empty. */
  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)] as Value;
  }

  /** One of the values, as likely as its weight; the table must not be empty. */
  draw<Value>(table: Weighted<Value>): Value {
    const last = table.upTo.length - 1;
    const mark = this.next() * (table.upTo[last] as number);
    let at = 0;
    while (at < last && (table.upTo[at] as number) <= mark) at += 1;
    return table.values[at] as Value;
  }
}
