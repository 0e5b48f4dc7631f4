import { TaskThread } from '../task-thread.ts';
import type { PageToDraw } from './draw-pdf-page.ts';
import type { PdfFacts } from './read-pdf.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

const defaultTimeout = minutes(1);
/** MB. */
const maxMemory = 512;
/** Memory outside the heap, in bytes: two pictures of 100 million pixels. V8's own limit does not count it. */
const maxUnpackedSize = 1024 * 1024 * 1024;
const betweenLooks = 100;

export class PdfTooSlow extends Error {}
export class PdfTooLarge extends Error {}

interface ThreadLimits {
  timeout?: number;
  unpackedSize?: number;
}

/** Null if absent. Throws if unreadable, {@link PdfTooSlow}, {@link PdfTooLarge} */
export async function pdfPage(page: PageToDraw, limits: ThreadLimits = {}): Promise<Buffer | null> {
  const drawn = await inThread<PageToDraw, Uint8Array | null>('./draw-pdf-page.ts', page, limits);
  return drawn && Buffer.from(drawn);
}

/** Throws if unreadable, {@link PdfTooSlow}, {@link PdfTooLarge} */
export const readPdf = (content: Uint8Array): Promise<PdfFacts> =>
  inThread<Uint8Array, PdfFacts>('./read-pdf.ts', content, {});

/** A thread works, so that bad files end only it. */
async function inThread<Task, Answer>(
  file: string,
  task: Task,
  { timeout = defaultTimeout, unpackedSize = maxUnpackedSize }: ThreadLimits,
): Promise<Answer> {
  const thread = new TaskThread<Task, Answer>(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
    env: {},
    silent: true,
  });
  const end = setTimeout(() => thread.end(new PdfTooSlow('The page takes too long to draw.')), timeout);
  const look = setInterval(() => {
    void thread.externalMemory().then((bytes) => {
      if (bytes > unpackedSize) void thread.end(new PdfTooLarge('The page needs too much memory to draw.'));
    });
  }, betweenLooks);
  try {
    return await thread.run(task);
  } finally {
    clearTimeout(end);
    clearInterval(look);
    await thread.end();
  }
}
