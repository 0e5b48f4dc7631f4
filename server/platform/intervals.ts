/** First after one interval; does not keep the process alive. After a failure the next run still happens. Returns how to stop. */
export function atIntervals(
  work: () => Promise<void>,
  interval: number,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    work().catch(onError);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs at intervals, never twice at once. After a failure, later runs still happen. */
export class RepeatedWork {
  readonly #work: () => Promise<void>;
  readonly #interval: number;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #isStopped = false;
  #end = (): void => undefined;

  /** `interval` is milliseconds. */
  constructor(work: () => Promise<void>, interval: number, onError: (error: unknown) => void) {
    this.#work = work;
    this.#interval = interval;
    this.#onError = onError;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The first run is after one interval. */
  start(): void {
    this.#end = atIntervals(async () => this.runNow(), this.#interval, this.#onError);
  }

  /** Does nothing while a run is under way. */
  runNow(): void {
    if (this.#running || this.#isStopped) return;
    this.#running = this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#running = null;
      });
  }

  /** Waits for the run that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#end();
    await this.#running;
  }
}
