import { busy } from '../../../platform/http/problems.ts';

const maxRequestsOfKey = 4;

/** Admits a number of requests at a time, which limits their memory. The sender of others is asked to come back. */
export class Admission {
  readonly #admitted = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws 429 if too many requests of the key, or of all keys, are admitted. */
  async admit<Result>(keyId: string, work: () => Promise<Result>): Promise<Result> {
    const ofKey = this.#admitted.get(keyId) ?? 0;
    const all = [...this.#admitted.values()].reduce((sum, count) => sum + count, 0);
    if (ofKey >= maxRequestsOfKey || all >= this.#most)
      throw busy(2, 'Too many requests at once. Send this again in a moment.');
    this.#admitted.set(keyId, ofKey + 1);
    try {
      return await work();
    } finally {
      const left = (this.#admitted.get(keyId) ?? 1) - 1;
      if (left === 0) this.#admitted.delete(keyId);
      else this.#admitted.set(keyId, left);
    }
  }
}
