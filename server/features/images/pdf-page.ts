import { Worker } from 'node:worker_threads';
import type { PageToDraw } from './draw-pdf-page.ts';

/** Milliseconds that a page may take to draw. */
const defaultTimeout = 60_000;
/** Room for the reader of one file, in MB. */
const maxMemory = 512;
/** Room for what it unpacks, in bytes, which V8's own limit does not count: a picture of 100 million pixels twice. */
const maxUnpackedSize = 1024 * 1024 * 1024;
/** Milliseconds between two looks at that. */
const betweenLooks = 100;

/** The page took longer to draw than it may. */
export class PdfTooSlow extends Error {}
/** The page needs more memory to draw than it may. */
export class PdfTooLarge extends Error {}

/**
 * A page of a PDF as a PNG; null when there is no such page. It is drawn in a thread of its own, so that a file that
 * draws without end or fills the memory ends that thread and nothing else.
 * @throws {PdfTooSlow} after `timeout` milliseconds
 * @throws {PdfTooLarge}
 * @throws {Error} when it cannot be read
 */
export async function pdfPage(
  page: PageToDraw,
  { timeout = defaultTimeout }: { timeout?: number } = {},
): Promise<Buffer | null> {
  const thread = new Worker(new URL('./draw-pdf-page.ts', import.meta.url), {
    workerData: page,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  thread.once('message', (drawn: Uint8Array | null) => resolve(drawn && Buffer.from(drawn)));
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The thread has ended without a picture.')));
  const end = setTimeout(() => reject(new PdfTooSlow('The page takes too long to draw.')), timeout);
  const look = setInterval(() => {
    void unpackedBy(thread).then((bytes) => {
      if (bytes > maxUnpackedSize) reject(new PdfTooLarge('The page needs too much memory to draw.'));
    });
  }, betweenLooks);
  try {
    return await promise;
  } finally {
    clearTimeout(end);
    clearInterval(look);
    await thread.terminate();
  }
}

/** Bytes that a thread holds beside its heap; 0 once it has ended. */
async function unpackedBy(thread: Worker): Promise<number> {
  const { external_memory: bytes } = await thread.getHeapStatistics().catch(() => ({ external_memory: 0 }));
  return bytes;
}
