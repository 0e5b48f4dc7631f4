import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../../platform/files.ts';
import { Turns } from '../../platform/turns.ts';
import { ImageRefused, restoreImage, storeImage, type StoredImage, maxImageSize } from '../images/index.ts';
import type { FeedSource } from './feed-source.ts';

export type ImageResult = { kept: StoredImage } | { missing: string } | { refused: string };

const byId = 'image:';

const badPage = 'has a page that is not a number; write it like images/spring.pdf#page=2';

/** Page is null without a fragment, NaN if it is no number. */
export function pageOf(named: string): { path: string; page: number | null } {
  // another # belongs to the file's name
  const [found = '', fragment] = /(?<=\.(?:pdf|png|jpe?g))#([^/#]*)$/i.exec(named) ?? [];
  if (fragment === undefined) return { path: named, page: null };
  const path = named.slice(0, -found.length);
  const [, page] = /^page=(\d{1,9})$/.exec(fragment) ?? [];
  return { path, page: page === undefined ? Number.NaN : Number(page) };
}

/** Stores each path once. */
export class ImageImporter {
  readonly #source: FeedSource;
  readonly #files: FileStore;
  readonly #claim: (path: string) => void;
  /** A connection takes one query at a time. */
  readonly #lookups = new Turns(1);
  readonly #known = new Map<string, Promise<ImageResult>>();
  readonly #newKeys: string[] | null;
  readonly #imageOf: ((id: string) => Promise<StoredImage | null>) | null;

  /** `claim` gets each file that is an image of a row. `trackNew` allows `rollBack`. `imageOf`: null if rows may not use ids. */
  constructor(
    source: FeedSource,
    files: FileStore,
    {
      claim,
      trackNew,
      imageOf,
    }: {
      claim: (path: string) => void;
      trackNew: boolean;
      imageOf: ((id: string) => Promise<StoredImage | null>) | null;
    },
  ) {
    this.#source = source;
    this.#files = files;
    this.#claim = claim;
    this.#newKeys = trackNew ? [] : null;
    this.#imageOf = imageOf;
  }

  async rollBack(): Promise<void> {
    for (const key of this.#newKeys ?? []) await this.#files.remove(key);
  }

  /** `#page=2` chooses a page of a PDF; the first by default. */
  keep(path: string): Promise<ImageResult> {
    const known = this.#known.get(path);
    if (known) return known;
    const result = this.#bring(path);
    this.#known.set(path, result);
    return result;
  }

  /** From the files of an export. */
  async #restore(id: string): Promise<ImageResult> {
    const nothing = { missing: 'names a picture that neither the record nor the export has' };
    if (!/^[0-9a-f]{64}$/.test(id)) return nothing;
    const read = async (...names: string[]): Promise<Buffer | null> => {
      for (const name of names) {
        const path = `images/${id}/${name}`;
        const found = await this.#source.attachment(path);
        if ('reason' in found || found.bytes > maxImageSize) continue;
        this.#claim(path);
        return buffer(await found.open());
      }
      return null;
    };
    const original = await read('original.png', 'original.jpg', 'original.pdf');
    const preview = await read('preview.webp');
    const thumbnail = await read('thumbnail.webp');
    if (!original || !preview || !thumbnail) return nothing;
    const stored = (key: string) => void this.#newKeys?.push(key);
    try {
      const renditions = { original, preview, thumbnail };
      return { kept: await restoreImage({ id, renditions }, this.#files, stored) };
    } catch (error) {
      if (error instanceof ImageRefused) return { refused: `names a picture that ${error.message}` };
      throw error;
    }
  }

  async #bring(named: string): Promise<ImageResult> {
    if (this.#imageOf && named.startsWith(byId)) {
      const imageOf = this.#imageOf;
      const image = await this.#lookups.run(() => imageOf(named.slice(byId.length)));
      return image ? { kept: image } : this.#restore(named.slice(byId.length));
    }
    const { path, page } = pageOf(named);
    if (page !== null && Number.isNaN(page)) return { refused: badPage };
    const found = await this.#source.attachment(path);
    if ('reason' in found)
      return found.refused
        ? { refused: found.isComplete ? found.reason : `${found.reason}, such as images/spring.png` }
        : { missing: found.reason };
    this.#claim(path);
    if (found.bytes > maxImageSize) return { refused: 'names a file that is larger than 40 MB' };
    let content: Buffer;
    try {
      content = await buffer(await found.open());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return { missing: `names a file that cannot be read (${code})` };
    }
    const stored = (key: string) => void this.#newKeys?.push(key);
    try {
      return { kept: await storeImage(content, this.#files, { page, stored }) };
    } catch (error) {
      if (error instanceof ImageRefused) return { refused: `names a file that ${error.message}` };
      throw error;
    }
  }
}
