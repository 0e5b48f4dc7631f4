import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { ownerOnlyFolder } from '../../platform/private-files.ts';
import { readSecretFile, replaceSecretFile } from '../../platform/secret-file.ts';

/**
 * Folders of the data folder without keys: the database and the files are backed up separately, links are for one run, and
 * the columnar copy of the calls is built again.
 */
const otherFolders: ReadonlySet<string> = new Set([
  'postgres',
  'files',
  'outbox-links',
  'import-reports',
  'read-model',
]);

/** @throws the error, unless it says that a file is not there any more */
export function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The keys in a data folder: files of folders in it that only their owner can read, as `folder/name`. */
export async function listSecrets(dataFolder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = await readdir(dataFolder, { withFileTypes: true }).catch(() => []);
  for (const folder of folders) {
    if (!folder.isDirectory() || otherFolders.has(folder.name)) continue;
    for (const entry of await readdir(join(dataFolder, folder.name), { withFileTypes: true })) {
      const path = join(folder.name, entry.name);
      if (!entry.isFile()) continue;
      // one that is being written has another name for a moment
      const known = await stat(join(dataFolder, path)).catch(unlessGone);
      if (known && (known.mode & 0o077) === 0) found.push(path);
    }
  }
  return found.sort();
}

/**
 * Refuses a backup that would write something else than keys into the data folder, such as settings of the embedded
 * PostgreSQL.
 * @throws {OperatorProblem} naming the file.
 */
export function requireKeysOnly(paths: readonly string[]): void {
  for (const path of paths) {
    const [folder = '', name = '', ...deeper] = path.split('/');
    // some file systems do not tell capital letters from small ones
    const isOther = folder === '.' || otherFolders.has(folder.toLowerCase());
    if (folder === '' || name === '' || name === '.' || deeper.length > 0 || isOther)
      throw new OperatorProblem(
        `The backup has secrets/${path}, which is no key: it was changed, or Mailcall did not make it.`,
      );
  }
}

/**
 * Refuses a data folder whose keys differ from the backup's: sessions, links and sealed secrets would be lost.
 * @throws {OperatorProblem} naming the file
 */
export async function refuseOtherSecrets(dataFolder: string, backup: string, paths: string[]): Promise<void> {
  for (const path of await listSecrets(dataFolder)) {
    const [present, ours] = await Promise.all([
      readFile(join(dataFolder, path), 'utf8'),
      paths.includes(path) ? readFile(join(backup, 'secrets', path), 'utf8') : null,
    ]);
    if (present !== ours)
      throw new OperatorProblem(
        `${join(dataFolder, path)} is the key of another installation. Set DATA_DIR to an empty folder.`,
      );
  }
}

/** Writes the keys of a backup into a data folder. */
export async function restoreSecrets(dataFolder: string, backup: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const text = await readFile(join(backup, 'secrets', path), 'utf8');
    const target = join(dataFolder, path);
    await mkdir(dirname(target), { recursive: true, mode: ownerOnlyFolder });
    if ((await readSecretFile(target)) !== text) await replaceSecretFile(target, text);
  }
}
