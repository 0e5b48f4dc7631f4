import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import { TaskThread } from '../../../platform/task-thread.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds for which the thread stays after its last page: starting it takes longer than drawing one. */
const idleTime = minutes(1);

/**
 * Draws pages in a thread, because reading the fonts and drawing would keep all other requests of the process waiting for as
 * long as a second. The thread, which takes some ten megabytes of memory, ends a minute after the last page.
 */
export class PageImages {
  readonly #thread = new TaskThread<ProTip, Uint8Array>(new URL('./page-thread.ts', import.meta.url), {
    idleTime,
  });

  /**
   * A page as a PNG.
   * @throws {Error} when the page cannot be drawn, or another one that was asked for at the same time
   */
  async draw(proTip: ProTip): Promise<Buffer> {
    return Buffer.from(await this.#thread.run(proTip));
  }
}
