import { createHash } from 'node:crypto';
import type { FileStore } from '../../platform/files.ts';
import type { FeedSource } from './feed-source.ts';
import {
  headBytes,
  readRecordingContent,
  type RecordingContent,
  UnusableRecording,
} from './recording-content.ts';
import { readWaveform } from './waveform.ts';

export interface KeptRecording {
  key: string;
  mediaType: string;
  bytes: number;
  /** 200 peaks, 0 to 100; null if unreadable. */
  peaks: number[] | null;
}

export type RecordingResult =
  | { kept: KeptRecording }
  /** The recording has not arrived; the file store does not have `key`. */
  | { missing: { key: string; reason: string } }
  | { refused: { reason: string } }
  /** Not playable; the call keeps its recording. The reason is a sentence. */
  | { unusable: { reason: string } };

export const missingPrefix = 'missing/';

/** Stores each content once. */
export class RecordingImporter {
  /** Files, other than the feed's own, that no call has named yet. */
  readonly unclaimed = new Set<string>();
  readonly #source: FeedSource;
  readonly #files: FileStore;
  readonly #known = new Map<string, Promise<RecordingResult>>();
  readonly #newKeys: string[] | null;

  /** `trackNew` remembers new files, so that they can be removed again. */
  constructor(source: FeedSource, files: FileStore, trackNew: boolean) {
    this.#source = source;
    this.#files = files;
    this.#newKeys = trackNew ? [] : null;
  }

  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#files.remove(key);
    if (keys.length > 0) this.#known.clear();
  }

  /** Caches the latest ten thousand paths. */
  keep(path: string): Promise<RecordingResult> {
    const known = this.#known.get(path);
    if (known) return known;
    const result = this.#bring(path);
    this.#known.set(path, result);
    if (this.#known.size > 10_000) this.#known.delete(this.#known.keys().next().value as string);
    return result;
  }

  async rollBack(): Promise<void> {
    for (const key of this.#newKeys ?? []) await this.#files.remove(key);
  }

  async #bring(path: string): Promise<RecordingResult> {
    const found = await this.#source.attachment(path);
    if ('reason' in found) {
      if (found.refused)
        return {
          refused: { reason: found.isComplete ? found.reason : `${found.reason}, such as audio/call-1.wav` },
        };
      return this.#missing(path, found.reason);
    }
    this.unclaimed.delete(path);
    const hash = createHash('sha256');
    const waveform = readWaveform(found.bytes);
    let bytes = 0;
    let head: Buffer = Buffer.alloc(0);
    let content: RecordingContent | UnusableRecording;
    try {
      for await (const chunk of (await found.open()) as AsyncIterable<Buffer>) {
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
        hash.update(chunk);
        waveform.take(chunk);
        bytes += chunk.length;
      }
      content = await readRecordingContent(
        { ...found, bytes },
        { head, hasSamples: waveform.peaks() !== null },
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return this.#missing(path, `names a file that cannot be read (${code})`);
    }
    if (content instanceof UnusableRecording) return { unusable: content };
    const digest = hash.digest('hex');
    const key = `recordings/${digest.slice(0, 2)}/${digest}.${content.ending}`;
    const stored = await this.#files.stat(key);
    if (stored?.bytes !== bytes) {
      const source = await found.open();
      // a store that fails early leaves the file open
      await this.#files.put(key, source).finally(() => source.destroy());
      this.#newKeys?.push(key);
    }
    return { kept: { key, mediaType: content.mediaType, bytes, peaks: waveform.peaks() } };
  }

  #missing(path: string, reason: string): RecordingResult {
    return { missing: { key: `${missingPrefix}${createHash('sha256').update(path).digest('hex')}`, reason } };
  }
}
