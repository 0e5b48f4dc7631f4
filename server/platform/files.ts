import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the file store knows of one file. */
export interface StoredFile {
  /** Size in bytes. */
  bytes: number;
  /** When it was stored. */
  modifiedAt: Date;
}

/** First and last byte to read, both included, from 0; absent means from the beginning or to the end. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Where files live. A key names a file: lower-case letters, digits, `.`, `_` and `-` in segments divided by `/`
 * (for example `recordings/3f/3fa9.wav`). It is not a path: how it is kept is the store's own affair. Every
 * operation throws a RangeError for anything that is not a key.
 */
export interface FileStore {
  /** Stores a whole file or nothing, in place of one that has the key. Returns its size in bytes. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>;
  /** What is known of a file, or null when there is none. */
  stat(key: string): Promise<StoredFile | null>;
  /** The bytes of a file or of a part of it. The stream fails with `ENOENT` when there is none. */
  createReadStream(key: string, range?: ByteRange): Readable;
  /** Removes a file; none with that key is no error. */
  remove(key: string): Promise<void>;
  /**
   * Removes what is left of files under a first segment of keys that were never finished: the process that stored
   * them was killed.
   * @param before those that were last written to at this moment or later stay
   */
  removeUnfinished(segment: string, before: Date): Promise<void>;
}

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,127}(\/[a-z0-9][a-z0-9._-]{0,127}){0,7}$/;

/** A file store in a folder, made when the first file comes. */
export function folderFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new RangeError('Not a key of the file store.');
    return join(folder, key);
  };
  return {
    async put(key, source) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // The name of an unfinished file starts with a dot, which no key does.
      const unfinished = join(dirname(path), `.${randomBytes(12).toString('hex')}`);
      try {
        const target = createWriteStream(unfinished, { flags: 'wx', flush: true });
        await pipeline(source, target);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        return target.bytesWritten;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw error;
      });
      return found?.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null;
    },
    createReadStream(key, range = {}) {
      return createReadStream(pathOf(key), {
        ...(range.start === undefined ? {} : { start: range.start }),
        ...(range.end === undefined ? {} : { end: range.end }),
      });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async removeUnfinished(segment, before) {
      const below = pathOf(segment);
      const names = await readdir(below, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names.filter((path) => basename(path).startsWith('.'))) {
        const path = join(below, name);
        const found = await stat(path).catch(() => null);
        if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** Makes a rename last through a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
