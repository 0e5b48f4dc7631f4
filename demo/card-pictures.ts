import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { paintedJpeg } from '../server/platform/pictures/painted-picture.ts';

/** Small print is legible, and the import stays fast. */
const pixelsPerUnit = 0.8;
/** Paintings run outside JavaScript and keep two cores busy. */
const parallelPaintings = 3;

export class CardPictures {
  readonly #drawings = new Map<string, () => string>();

  add(name: string, draw: () => string): string {
    const path = `pictures/${name}.jpg`;
    if (!this.#drawings.has(path)) this.#drawings.set(path, draw);
    return path;
  }

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
