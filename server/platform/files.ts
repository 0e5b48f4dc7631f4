import type { Readable } from 'node:stream';

export interface StoredFile {
  bytes: number;
  modifiedAt: Date;
}

/** Inclusive, from 0. Absent: from the beginning or to the end. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/** Keys have segments of a-z, 0-9, `.`, `_` and `-`, divided by `/`, such as `recordings/3f/3fa9.wav`. Others throw a RangeError. */
export interface FileStore {
  /** Stores all or nothing; replaces an existing file. Returns bytes. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>;
  stat(key: string): Promise<StoredFile | null>;
  /** Fails with `ENOENT` if missing; empty if the range begins after the end. */
  createReadStream(key: string, range?: ByteRange): Readable;
  remove(key: string): Promise<void>;
  /** Unordered. Concurrent changes may or may not show. */
  keys(): AsyncIterable<string>;
  /** Removes what killed processes left under keys that begin with `segment`, unless it was written at `before` or later. */
  removeUnfinished(segment: string, before: Date): Promise<void>;
  close(): void;
}

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,127}(\/[a-z0-9][a-z0-9._-]{0,127}){0,7}$/;

export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new RangeError('Not a key of the file store.');
}
