import { atIntervals } from './intervals.ts';
import type { Notifications } from './notifications.ts';

/**
 * Does something when a channel is notified, and at intervals because notifications can be lost: once at a time, and once
 * more after the one under way when it was asked for meanwhile.
 */
export class NotifiedWork {
  readonly #work: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #end = (): void => undefined;

  /** @param onError receives what one time of the work failed with; the next time comes anyway */
  constructor(work: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  /**
   * Begins, with the work of before.
   * @param interval in milliseconds
   * @throws {DatabaseUnavailable} when PostgreSQL cannot be reached or does not answer
   */
  async start(notifications: Notifications, channel: string, interval: number): Promise<void> {
    const endListening = await notifications.listen(channel, () => this.#runSoon());
    const endLooking = atIntervals(async () => this.#runSoon(), interval, this.#onError);
    this.#end = () => {
      endListening();
      endLooking();
    };
    this.#runSoon();
  }

  /** Stops after the work under way. */
  async stop(): Promise<void> {
    this.#end();
    this.#stopped = true;
    await this.#running;
  }

  #runSoon(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#work()
      .then(() => undefined, this.#onError)
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.#runSoon();
      });
  }
}
