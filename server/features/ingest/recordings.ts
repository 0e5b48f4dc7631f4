import { createHash } from 'node:crypto';
import type { FileStore } from '../../platform/files.ts';
import type { FeedSource } from './feed-source.ts';
import { readWaveform } from './waveform.ts';

/** A recording in the file store. */
export interface KeptRecording {
  key: string;
  mediaType: string;
  bytes: number;
  /** 200 peaks, 0 to 100; null when they cannot be read. */
  peaks: number[] | null;
}

/** The result of reading the path of a call's recording. */
export type RecordingResult =
  | { kept: KeptRecording }
  /** The call has a recording that has not arrived: `key` names nothing in the file store. */
  | { missing: { key: string; reason: string } }
  | { refused: { reason: string } };

/** Keys of recordings that have been announced and have not come begin with this. */
export const missingPrefix = 'missing/';

const mediaTypes: Record<string, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  webm: 'audio/webm',
};

const extensionOf = (path: string) => /\.([a-z0-9]{1,5})$/.exec(path.toLowerCase())?.[1] ?? '';

/** Imports the recordings that calls name into the file store, each distinct content once. */
export class RecordingImporter {
  /** Names of files, other than the feed's own, that no call has named yet. */
  readonly unclaimed = new Set<string>();
  readonly #source: FeedSource;
  readonly #files: FileStore;
  readonly #known = new Map<string, Promise<RecordingResult>>();
  readonly #newKeys: string[] | null;

  /** @param trackNew whether to remember which files this import has put, so that they can be taken back */
  constructor(source: FeedSource, files: FileStore, trackNew: boolean) {
    this.#source = source;
    this.#files = files;
    this.#newKeys = trackNew ? [] : null;
  }

  /** Removes files that this import has stored for calls whose recording is no longer kept. */
  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#files.remove(key);
    if (keys.length > 0) this.#known.clear();
  }

  /** Imports the recording of a path; the results of the latest ten thousand paths are cached. */
  keep(path: string): Promise<RecordingResult> {
    const known = this.#known.get(path);
    if (known) return known;
    const result = this.#bring(path);
    this.#known.set(path, result);
    if (this.#known.size > 10_000) this.#known.delete(this.#known.keys().next().value as string);
    return result;
  }

  /** Removes the files that this import has stored. */
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
    try {
      for await (const chunk of (await found.open()) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        waveform.take(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return this.#missing(path, `names a file that cannot be read (${code})`);
    }
    const content = hash.digest('hex');
    const extension = extensionOf(found.name ?? path);
    const mediaType = mediaTypes[extension];
    const key = `recordings/${content.slice(0, 2)}/${content}${mediaType ? `.${extension}` : ''}`;
    const stored = await this.#files.stat(key);
    if (stored?.bytes !== bytes) {
      const source = await found.open();
      // a store that fails before it reads leaves the file open
      await this.#files.put(key, source).finally(() => source.destroy());
      this.#newKeys?.push(key);
    }
    return {
      kept: { key, mediaType: mediaType ?? 'application/octet-stream', bytes, peaks: waveform.peaks() },
    };
  }

  #missing(path: string, reason: string): RecordingResult {
    return { missing: { key: `${missingPrefix}${createHash('sha256').update(path).digest('hex')}`, reason } };
  }
}
