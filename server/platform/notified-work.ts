import { atIntervals } from './intervals.ts';
import type { Notifications } from './notifications.ts';

/** Runs after notifications, and at intervals because they may get lost. Never runs twice at once. */
export class NotifiedWork {
  readonly #work: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #end = (): void => undefined;

  /** After a failure, later runs still happen. */
  constructor(work: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  /** Starts with the accumulated work; `interval` is milliseconds. Throws {@link DatabaseUnavailable}. */
  async start(notifications: Notifications, channel: string, interval: number): Promise<void> {
    const endListening = await notifications.listen(channel, () => this.#runSoon());
    const endLooking = atIntervals(async () => this.#runSoon(), interval, this.#onError);
    this.#end = () => {
      endListening();
      endLooking();
    };
    this.#runSoon();
  }

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
