import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Size in bytes. */
  bytes: number;
  modifiedAt: Date;
}

/** First and last byte, inclusive, from 0. Absent: from the beginning or to the end. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Storage of files by key. A key has segments of lower-case letters, digits, `.`, `_` and `-`, divided by `/`, such as
 * `recordings/3f/3fa9.wav`. It is not a path; each store decides where a file goes. Every method throws a RangeError for an
 * invalid key.
 */
export interface FileStore {
  /** Stores a complete file or nothing; replaces an existing file. Returns the size in bytes. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>;
  /** Null if there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /** Streams a file or a range. Fails with `ENOENT` if missing; empty if the range begins after the end. */
  createReadStream(key: string, range?: ByteRange): Readable;
  /** Removes a file if it exists. */
  remove(key: string): Promise<void>;
  /** Keys of all files, unordered. Concurrent changes may or may not show. */
  keys(): AsyncIterable<string>;
  /**
   * Removes unfinished files of killed processes whose keys begin with `segment`.
   * @param before keeps files written at this time or later
   */
  removeUnfinished(segment: string, before: Date): Promise<void>;
  /** Closes connections; the store must not be used afterwards. */
  close(): void;
}

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,127}(\/[a-z0-9][a-z0-9._-]{0,127}){0,7}$/;

/** @throws {RangeError} if it is not a valid key */
export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new RangeError('Not a key of the file store.');
}
