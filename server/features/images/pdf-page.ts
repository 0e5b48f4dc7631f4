import { Worker } from 'node:worker_threads';
import type { PageToDraw } from './draw-pdf-page.ts';

/** Milliseconds that a page may take to draw. */
const usualPatience = 60_000;
/** Room for the reader of one file, in MB. */
const mostMemory = 512;

/** The page took longer to draw than it may. */
export class PdfTooSlow extends Error {}

/**
 * A page of a PDF as a PNG; null when there is no such page. It is drawn in a thread of its own, so that a file that
 * draws without end or fills the memory ends that thread and nothing else.
 * @throws {PdfTooSlow} after `patience` milliseconds
 * @throws {Error} when it cannot be read
 */
export async function pdfPage(
  asked: PageToDraw,
  { patience = usualPatience }: { patience?: number } = {},
): Promise<Buffer | null> {
  const thread = new Worker(new URL('./draw-pdf-page.ts', import.meta.url), {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  thread.once('message', (drawn: Uint8Array | null) => resolve(drawn && Buffer.from(drawn)));
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The thread has ended without a picture.')));
  const end = setTimeout(() => reject(new PdfTooSlow('The page takes too long to draw.')), patience);
  try {
    return await promise;
  } finally {
    clearTimeout(end);
    await thread.terminate();
  }
}
