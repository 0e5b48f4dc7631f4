import { chmodSync, type Dirent, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modes of files and folders that only the portal's user can read. Every one is made with its mode, whatever the umask is. */
export const ownerOnly = 0o600;
export const ownerOnlyFolder = 0o700;

/** A database's user of its own has to pass through the data folder of root, and cannot look around there. */
export const passableFolder = 0o711;

/** Folders of the data folder. PostgreSQL restricts the folder of the database itself. */
const folders = [
  'alerts',
  'calls',
  'files',
  'identity',
  'images',
  'import-reports',
  'outbox-links',
  'read-model',
  'secrets',
];
/** The folders of people's data. The modes of keys are left: one that others could read has to be looked at. */
const foldersOfData = ['files', 'import-reports'];
/** Says that all files of the folders of data have been restricted: there can be a million of them. */
const markName = '.restricted';

const bits = 0o777;
const sticky = 0o1000;

/** Takes what `most` does not have from the mode of a file or folder; returns its path when it still has more. */
function restrict(path: string, most: number): string | null {
  try {
    const { mode } = statSync(path);
    // a folder such as /tmp is not ours alone
    if ((mode & bits & ~most) === 0 || (mode & sticky) !== 0) return null;
    chmodSync(path, mode & most);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : path;
  }
}

/** What is in a folder; nothing of one that only another user can read, such as lost+found. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Restricts everything below a folder. */
function restrictBelow(folder: string): string | null {
  let failed: string | null = null;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) failed = restrict(path, ownerOnly) ?? failed;
    else if (entry.isDirectory()) failed = restrictBelow(path) ?? restrict(path, ownerOnlyFolder) ?? failed;
  }
  return failed;
}

/**
 * Restricts an existing data folder to its owner: earlier releases left modes to the umask. Its folders first, which closes all that is
 * in them, and then, once, every file of people's data.
 * @returns a path that stays open to others, because it belongs to another user or its file system has no modes; null when all is closed
 */
export function restrictDataFolder(dataFolder: string): string | null {
  const isRoot = process.getuid?.() === 0;
  const open = [
    restrict(dataFolder, isRoot ? passableFolder : ownerOnlyFolder),
    ...folders.map((name) => restrict(join(dataFolder, name), ownerOnlyFolder)),
    restrict(join(dataFolder, 'address'), ownerOnly),
  ].find((path) => path !== null);
  const mark = join(dataFolder, markName);
  const present = foldersOfData.map((name) => join(dataFolder, name)).filter((folder) => existsSync(folder));
  if (open !== undefined || present.length === 0 || existsSync(mark)) return open ?? null;
  const left = present.map(restrictBelow).find((path) => path !== null);
  if (left === undefined) writeFileSync(mark, '', { mode: ownerOnly });
  return left ?? null;
}
