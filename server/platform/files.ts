import type { Readable } from 'node:stream';

/** What the file store knows of one file. */
export interface StoredFile {
  /** Size in bytes. */
  bytes: number;
  /** When it was stored. */
  modifiedAt: Date;
}

/** First and last byte to read, both included, from 0; absent: from the beginning or to the end. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Where files live. A key names a file: lower-case letters, digits, `.`, `_` and `-` in segments divided by `/`
 * (for example `recordings/3f/3fa9.wav`). It is not a path: how it is stored is up to the store. Every
 * operation throws a RangeError for anything that is not a key.
 */
export interface FileStore {
  /** Stores a complete file or nothing, replacing one that has the key. Returns its size in bytes. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>;
  /** What is known of a file, or null when there is none. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * The bytes of a file or of a part of it. The stream fails with `ENOENT` when there is none,
   * and is empty when the part begins where the file has ended. A part that ends before it begins is a RangeError.
   */
  createReadStream(key: string, range?: ByteRange): Readable;
  /** Removes a file; none with that key is no error. */
  remove(key: string): Promise<void>;
  /** The keys of all files, in no order; files stored or removed meanwhile may be among them or not. */
  keys(): AsyncIterable<string>;
  /**
   * Removes what is left of files under a first segment of keys that were never finished: the process that stored
   * them was killed.
   * @param before files last written at this time or later stay
   */
  removeUnfinished(segment: string, before: Date): Promise<void>;
  /** Ends its connections, if it has any; it must not be used afterwards. */
  close(): void;
}

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,127}(\/[a-z0-9][a-z0-9._-]{0,127}){0,7}$/;

/** @throws {RangeError} when it is not a key of the file store. */
export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new RangeError('Not a key of the file store.');
}
