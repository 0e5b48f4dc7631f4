import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkKey, type FileStore } from './files.ts';
import { ownerOnly, ownerOnlyFolder } from './private-files.ts';

/** Only this user can read the folder; the first file creates it. */
export function folderFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  return {
    async put(key, source) {
      const path = pathOf(key);
      // a failure before the pipeline listens must not end the process
      if (source instanceof Readable) source.once('error', () => undefined);
      await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder });
      // unfinished files begin with a dot; keys never do
      const unfinished = join(dirname(path), `.${randomBytes(12).toString('hex')}`);
      try {
        const target = createWriteStream(unfinished, { flags: 'wx', mode: ownerOnly, flush: true });
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
    async *keys() {
      yield* keysBelow(folder, '');
    },
    async removeUnfinished(segment, before) {
      for await (const path of unfinishedBelow(pathOf(segment))) {
        const found = await stat(path).catch(() => null);
        if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
      }
    },
    close: () => undefined,
  };
}

async function* unfinishedBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) yield path;
    else if (entry.isDirectory()) yield* unfinishedBelow(path);
  }
}

/** `beginning` is the folder's part of the key. */
async function* keysBelow(folder: string, beginning: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, beginning)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    const key = `${beginning}${entry.name}`;
    if (entry.isDirectory()) yield* keysBelow(folder, `${key}/`);
    else if (entry.isFile() && !entry.name.startsWith('.')) yield key;
  }
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
