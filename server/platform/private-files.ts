import { chmodSync, type Dirent, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file is created with its mode, whatever the umask. */
export const ownerOnly = 0o600;
export const ownerOnlyFolder = 0o700;

/** A separate database user must pass through root's data folder, without listing it. */
export const passableFolder = 0o711;

/** PostgreSQL restricts its own. */
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
/** Folders with personal data. Key files keep their modes, because an exposed key needs an operator's attention. */
const foldersOfData = ['files', 'import-reports'];
/** Marks that all personal files were restricted; there may be a million. */
const markName = '.restricted';

const bits = 0o777;
const sticky = 0o1000;

function restrict(path: string, most: number): string | null {
  try {
    const { mode } = statSync(path);
    // a shared folder such as /tmp is not ours to change
    if ((mode & bits & ~most) === 0 || (mode & sticky) !== 0) return null;
    chmodSync(path, mode & most);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : path;
  }
}

/** Empty for a folder that only another user can read, such as lost+found. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function restrictBelow(folder: string): string | null {
  let failed: string | null = null;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) failed = restrict(path, ownerOnly) ?? failed;
    else if (entry.isDirectory()) failed = restrictBelow(path) ?? restrict(path, ownerOnlyFolder) ?? failed;
  }
  return failed;
}

/** Earlier releases used the umask. Folders come first, which closes everything inside. Returns a path that stays open, or null. */
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
