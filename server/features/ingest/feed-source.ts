import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorProblem, unreadableProblem } from '../../platform/operator-problem.ts';
import type { ScoreSource } from '../calls/index.ts';
import type { FeedRow } from './read-rows.ts';

/** A recording or an image of the feed. */
export interface FeedAttachment {
  /** Size in bytes. */
  bytes: number;
  /** Reads it from its beginning; may be called again. */
  open(): Promise<Readable>;
}

/** Why an attachment is not imported: it is missing (its row is imported), or its path is refused (its row is not). */
export interface AttachmentProblem {
  refused: boolean;
  /** Completes the column’s name: "audio …". A refused path leads out of the folder; the caller, who knows what kind of file the column names, adds an example. */
  reason: string;
  /** Whether the reason of a refusal needs no example of a path. */
  isComplete?: true;
}

/** Where a row that was made of another comes from. */
export interface RowPlace {
  /** The file that it was read from; the line is of that file. */
  file: string;
  /** The rule by which it was made, such as `mapping.yaml:12`. */
  rule: string;
}

/** The source of a feed: here a folder, elsewhere an upload. */
export interface FeedSource {
  /** For people, for example the folder's path. */
  readonly name: string;
  /** The system that sends it over HTTP; absent for a folder. */
  readonly system?: string;
  /** Source of the scores of its calls and inquiries; the feed by default. */
  readonly scoreSource?: ScoreSource;
  /** Names of the files. */
  files(): Promise<string[]>;
  /** Reads a file. */
  open(name: string): Promise<Readable>;
  /** Finds a recording or an image by the path that a row gives. */
  attachment(path: string): Promise<FeedAttachment | AttachmentProblem>;
  /** The rows of a file that is made of others; without it files are read by `open`. */
  rows?(name: string, notice: (message: string) => void): AsyncIterable<FeedRow[]>;
  /** Where a row of such a file, and the rule that makes a column of it, really are; null for no other place. */
  place?(name: string, column: string): RowPlace | null;
}

/** The largest recording that is taken. */
export const maxRecordingSize = 1024 * 1024 * 1024;

const outside: AttachmentProblem = {
  refused: true,
  reason: 'must be a path inside the folder',
};
const absent = (reason: string): AttachmentProblem => ({ refused: false, reason });

/**
 * A feed in a folder.
 * @throws {OperatorProblem} when there is no such folder or it cannot be read
 */
export async function folderSource(folder: string): Promise<FeedSource> {
  const found = await stat(folder).catch(() => null);
  if (!found) throw new OperatorProblem(`There is no folder ${folder}.`);
  if (!found.isDirectory())
    throw new OperatorProblem(
      `${folder} is not a folder. Give the folder that holds accounts.csv, calls.csv and so on.`,
    );
  const root = await realpath(folder);

  return {
    name: folder,
    async files() {
      const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
        throw unreadableProblem(`The folder ${folder}`, error);
      });
      const names: string[] = [];
      for (const entry of entries) {
        if (entry.name.startsWith('.')) continue;
        // A link to a file counts as one; pipes and devices do not: reading them may never end.
        const isFile =
          entry.isFile() ||
          (entry.isSymbolicLink() && (await stat(join(root, entry.name)).catch(() => null))?.isFile());
        if (isFile) names.push(entry.name);
      }
      return names.sort();
    },
    async open(name) {
      const handle = await open(join(root, name), 'r');
      return handle.createReadStream({ highWaterMark: 256 * 1024 });
    },
    async attachment(path) {
      const segments = path.split('/');
      if (
        path.startsWith('/') ||
        path.includes('\\') ||
        path.includes('\0') ||
        /^[A-Za-z]:/.test(path) ||
        segments.includes('..')
      )
        return outside;
      const real = await realpath(join(root, ...segments)).catch(() => null);
      if (real === null) return absent('names a file that is not in the folder');
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return outside;
      const file = await stat(real).catch(() => null);
      if (!file?.isFile()) return absent('names something that is not a file');
      if (file.size > maxRecordingSize) return absent('names a file of more than 1 GB');
      return {
        bytes: file.size,
        async open() {
          const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
          return handle.createReadStream({ highWaterMark: 256 * 1024 });
        },
      };
    },
  };
}
