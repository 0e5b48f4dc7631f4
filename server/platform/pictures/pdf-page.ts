import { TaskThread } from '../task-thread.ts';
import type { PageToDraw } from './draw-pdf-page.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

const defaultTimeout = minutes(1);
/** MB. */
const maxMemory = 512;
/** Memory outside the heap, in bytes: two pictures of 100 million pixels. V8's own limit does not count it. */
const maxUnpackedSize = 1024 * 1024 * 1024;
const betweenLooks = 100;

export class PdfTooSlow extends Error {}
export class PdfTooLarge extends Error {}

/** Null if absent. A thread draws, so that bad files end only it. Throws if unreadable, {@link PdfTooSlow}, {@link PdfTooLarge} */
export async function pdfPage(
  page: PageToDraw,
  {
    timeout = defaultTimeout,
    unpackedSize = maxUnpackedSize,
  }: { timeout?: number; unpackedSize?: number } = {},
): Promise<Buffer | null> {
  const thread = new TaskThread<PageToDraw, Uint8Array | null>(
    new URL('./draw-pdf-page.ts', import.meta.url),
    { resourceLimits: { maxOldGenerationSizeMb: maxMemory }, env: {}, silent: true },
  );
  const end = setTimeout(() => thread.end(new PdfTooSlow('The page takes too long to draw.')), timeout);
  const look = setInterval(() => {
    void thread.externalMemory().then((bytes) => {
      if (bytes > unpackedSize) void thread.end(new PdfTooLarge('The page needs too much memory to draw.'));
    });
  }, betweenLooks);
  try {
    const drawn = await thread.run(page);
    return drawn && Buffer.from(drawn);
  } finally {
    clearTimeout(end);
    clearInterval(look);
    await thread.end();
  }
}
