import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { paintedJpeg } from '../server/platform/pictures/painted-picture.ts';

/** Enough to read the small print, and quick to import. */
const pixelsPerUnit = 0.8;
/** How many pictures are painted at the same time. Painting runs outside JavaScript and keeps two cores busy. */
const parallelPaintings = 3;

/** The pictures that rows refer to. Each is drawn once, after the rows are written. */
export class CardPictures {
  readonly #drawings = new Map<string, () => string>();

  /** Adds a picture by its name and returns its path in the folder. */
  add(name: string, draw: () => string): string {
    const path = `pictures/${name}.jpg`;
    if (!this.#drawings.has(path)) this.#drawings.set(path, draw);
    return path;
  }

  /** Paints the added pictures into the folder. */
  async write(folder: string): Promise<{ files: number; bytes: number }> {
    let bytes = 0;
    const pending = this.#drawings.entries();
    const painter = async () => {
      for (const [path, draw] of pending) {
        const picture = await paintedJpeg(draw(), pixelsPerUnit);
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), picture);
        bytes += picture.length;
      }
    };
    await Promise.all(Array.from({ length: parallelPaintings }, painter));
    return { files: this.#drawings.size, bytes };
  }
}
