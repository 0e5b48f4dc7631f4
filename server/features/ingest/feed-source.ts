import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorProblem, unreadableProblem } from '../../platform/operator-problem.ts';
import type { ScoreSource } from '../calls/index.ts';
import type { FeedRow } from './read-rows.ts';

export interface FeedAttachment {
  bytes: number;
  /** May be called again; each call reads from the beginning. */
  open(): Promise<Readable>;
}

/** The attachment is missing (its row is imported), or its path is refused (its row is rejected). */
export interface AttachmentProblem {
  refused: boolean;
  /** Completes the column's name: "audio …". The caller knows the kind of file and adds an example unless `isComplete`. */
  reason: string;
  isComplete?: true;
}

/** Origin of a row that was mapped from another row. */
export interface RowPlace {
  file: string;
  /** Mapping rule, such as `mapping.yaml:12`. */
  rule: string;
}

export interface FeedSource {
  /** Shown to people, such as the folder's path. */
  readonly name: string;
  /** Sender over HTTP; absent for a folder. */
  readonly system?: string;
  /** Its sender has a page with the rejected rows. */
  readonly showsRejections?: true;
  /** Source of scores; the feed by default. */
  readonly scoreSource?: ScoreSource;
  files(): Promise<string[]>;
  open(name: string): Promise<Readable>;
  attachment(path: string): Promise<FeedAttachment | AttachmentProblem>;
  /** Yields the rows of a file that is made of others; `open` reads the rest. */
  rows?(name: string, notice: (message: string) => void): AsyncIterable<FeedRow[]>;
  /** Real origin of such a row and of a column's rule; null if it is the row itself. */
  place?(name: string, column: string): RowPlace | null;
}

export const maxRecordingSize = 1024 * 1024 * 1024;

const outside: AttachmentProblem = {
  refused: true,
  reason: 'must be a path inside the folder',
};
const absent = (reason: string): AttachmentProblem => ({ refused: false, reason });

/** Throws OperatorProblem if the folder does not exist or cannot be read. */
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
        // Follows links. Pipes and devices do not count, because reading them may never end.
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
