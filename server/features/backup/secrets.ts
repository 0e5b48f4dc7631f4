import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { ownerOnlyFolder } from '../../platform/private-files.ts';
import { readSecretFile, replaceSecretFile } from '../../platform/secret-file.ts';

/** Folders without keys: database and files are backed up separately, links are for one run, and the columnar copy is built again. */
const otherFolders: ReadonlySet<string> = new Set([
  'postgres',
  'files',
  'outbox-links',
  'import-reports',
  'read-model',
]);

/** Throws the error unless the file is gone. */
export function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Files in owner-only folders, as `folder/name`. */
export async function listSecrets(dataFolder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = await readdir(dataFolder, { withFileTypes: true }).catch(() => []);
  for (const folder of folders) {
    if (!folder.isDirectory() || otherFolders.has(folder.name)) continue;
    for (const entry of await readdir(join(dataFolder, folder.name), { withFileTypes: true })) {
      const path = join(folder.name, entry.name);
      if (!entry.isFile()) continue;
      // a key that is being written has another name for a moment
      const known = await stat(join(dataFolder, path)).catch(unlessGone);
      if (known && (known.mode & 0o077) === 0) found.push(path);
    }
  }
  return found.sort();
}

/** Throws OperatorProblem for a backup that would write anything else into the data folder, such as settings of PostgreSQL. */
export function requireKeysOnly(paths: readonly string[]): void {
  for (const path of paths) {
    const [folder = '', name = '', ...deeper] = path.split('/');
    // some file systems do not distinguish capital letters
    const isOther = folder === '.' || otherFolders.has(folder.toLowerCase());
    if (folder === '' || name === '' || name === '.' || deeper.length > 0 || isOther)
      throw new OperatorProblem(
        `The backup has secrets/${path}, which is no key: it was changed, or Mailcall did not make it.`,
      );
  }
}

/** Throws OperatorProblem if a key differs from the backup's: sessions, links and sealed secrets would be lost. */
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

export async function restoreSecrets(dataFolder: string, backup: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const text = await readFile(join(backup, 'secrets', path), 'utf8');
    const target = join(dataFolder, path);
    await mkdir(dirname(target), { recursive: true, mode: ownerOnlyFolder });
    if ((await readSecretFile(target)) !== text) await replaceSecretFile(target, text);
  }
}
