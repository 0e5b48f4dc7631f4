import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { paintedJpeg } from '../server/platform/pictures/painted-picture.ts';

/** Enough to read the small print, and quick to bring in. */
const pixelsPerUnit = 0.8;
/** How many pictures are painted at a time: painting is not JavaScript's work, and keeps two cores busy. */
const atATime = 3;

/** The pictures that rows name: each is drawn once, when the rows are written. */
export class CardPictures {
  readonly #drawings = new Map<string, () => string>();

  /** Asks for a picture under a name; gives its path in the folder. */
  add(name: string, draw: () => string): string {
    const path = `pictures/${name}.jpg`;
    if (!this.#drawings.has(path)) this.#drawings.set(path, draw);
    return path;
  }

  /** Paints what was asked for into the folder. */
  async write(folder: string): Promise<{ files: number; bytes: number }> {
    let bytes = 0;
    const waiting = this.#drawings.entries();
    const painter = async () => {
      for (const [path, draw] of waiting) {
        const picture = await paintedJpeg(draw(), pixelsPerUnit);
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), picture);
        bytes += picture.length;
      }
    };
    await Promise.all(Array.from({ length: atATime }, painter));
    return { files: this.#drawings.size, bytes };
  }
}
