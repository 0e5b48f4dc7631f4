import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import type { GradeMode } from '@mailcall/contract/rules/grades.ts';
import { TaskThread } from '../../../platform/task-thread.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds; starting the thread takes longer than drawing a page. */
const idleTime = minutes(1);

export interface PageTask {
  proTip: ProTip;
  grades: GradeMode;
}

/** Draws in a thread of some ten megabytes, because reading the fonts and drawing would block the process for up to a second. */
export class PageImages {
  readonly #grades: GradeMode;
  readonly #thread = new TaskThread<PageTask, Uint8Array>(new URL('./page-thread.ts', import.meta.url), {
    idleTime,
  });

  constructor(grades: GradeMode) {
    this.#grades = grades;
  }

  /** Returns a PNG. @throws {Error} if the page, or another one requested at the same time, cannot be drawn */
  async draw(proTip: ProTip): Promise<Buffer> {
    return Buffer.from(await this.#thread.run({ proTip, grades: this.#grades }));
  }
}
