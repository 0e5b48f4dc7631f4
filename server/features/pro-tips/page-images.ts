import { Worker } from 'node:worker_threads';
import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import type { PageMessage } from './page-thread.ts';

/** Milliseconds for which the thread stays after its last page: starting it takes longer than drawing one. */
const idleTime = 60_000;

/**
 * Draws pages in a thread, because reading the fonts and drawing would keep all other requests of the process waiting for as
 * long as a second. The thread, which takes some ten megabytes of memory, ends a minute after the last page.
 */
export class PageImages {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<ProTip, PromiseWithResolvers<Buffer>>();

  /**
   * A page as a PNG.
   * @throws {Error} when the page cannot be drawn, or another one that was asked for at the same time
   */
  draw(proTip: ProTip): Promise<Buffer> {
    const known = this.#waiting.get(proTip);
    if (known) return known.promise;
    const waiting = Promise.withResolvers<Buffer>();
    this.#waiting.set(proTip, waiting);
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    this.#thread.ref();
    this.#thread.postMessage(proTip, []);
    return waiting.promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./page-thread.ts', import.meta.url), { execArgv: [] });
    thread.on('message', ({ proTip, image }: PageMessage) => {
      this.#waiting.get(proTip)?.resolve(Buffer.from(image));
      this.#waiting.delete(proTip);
      if (this.#waiting.size > 0) return;
      // a process that ends does not wait for it
      thread.unref();
      this.#idle = setTimeout(() => this.#end(thread), idleTime).unref();
    });
    thread.once('error', (error) => this.#fail(thread, error));
    thread.once('exit', () => this.#fail(thread, new Error('The thread has ended without a picture.')));
    return thread;
  }

  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#end(thread);
  }

  #end(thread: Worker): void {
    this.#thread = undefined;
    void thread.terminate();
  }
}
