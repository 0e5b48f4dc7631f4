import { busy } from '../../../platform/http/problems.ts';

/** Requests of one key that a process handles at a time. */
const maxRequestsOfKey = 4;

/** Admits a number of requests of a kind at a time, which limits their memory. Others are asked to come back. */
export class Admission {
  readonly #admitted = new Map<string, number>();
  readonly #most: number;

  /** @param most requests of all keys at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Admits a request with a key while `work` runs.
   * @throws {Problem} 429 when too many are admitted
   */
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
