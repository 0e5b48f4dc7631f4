import { TaskThread } from '../task-thread.ts';
import type { PageToDraw } from './draw-pdf-page.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds that a page may take to draw. */
const defaultTimeout = minutes(1);
/** Heap limit of the thread that reads a file, in MB. */
const maxMemory = 512;
/** Limit of memory outside the heap, in bytes: two pictures of 100 million pixels. V8's own limit does not count it. */
const maxUnpackedSize = 1024 * 1024 * 1024;
/** Milliseconds between two checks of that memory. */
const betweenLooks = 100;

/** Drawing the page took too long. */
export class PdfTooSlow extends Error {}
/** Drawing the page needs too much memory. */
export class PdfTooLarge extends Error {}

/**
 * Draws a page of a PDF as a PNG; null when the PDF has no such page. A separate thread draws it, so that a file that
 * never finishes or fills the memory ends only that thread.
 * @throws {PdfTooSlow} after `timeout` milliseconds
 * @throws {PdfTooLarge}
 * @throws {Error} when the PDF cannot be read
 */
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
