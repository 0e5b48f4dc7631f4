import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';
import { ownerOnlyFolder, passableFolder } from '../private-files.ts';
import { canEnter, databaseUser, type SystemUser } from './system-user.ts';

export interface Home {
  /** Absolute, without symbolic links; only the database's user may enter it. */
  readonly folder: string;
  readonly data: string;
  /** Only the database's user may enter it. */
  readonly socketFolder: string;
  readonly logFile: string;
  /** Null for the current user. */
  readonly user: SystemUser | null;
}

/** Maximum socket path in bytes: 107 on Linux, 103 on macOS. */
const maxSocketPathLength = 103;

/** PostgreSQL cuts paths of 1,024 bytes and more; its files have longer paths than its folder. */
const maxFolderLength = 800;

/** Homes of databases that root starts from folders closed to the database's user. */
const sharedState = '/var/lib/mailcall';

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A folder that cannot be read counts as one; opening it says why. */
export const hasDatabase = (dataFolder: string): Promise<boolean> =>
  stat(join(dataFolder, 'postgres', 'data', 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );

/** Includes a database whose creation began. */
export const hasHome = (dataFolder: string): Promise<boolean> => exists(join(dataFolder, 'postgres'));

/** Opens folders to the user without allowing to list them; false if that does not suffice. */
async function openedFor(user: SystemUser, folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.()) return false;
  await chmod(folder, mode | 0o001);
  if (canEnter(user, folder)) return true;
  await chmod(folder, mode);
  return false;
}

/** Root creates the folder where the database's user can enter, and leaves a link. */
async function makeHome(link: string, user: SystemUser | null, say: (line: string) => void): Promise<void> {
  const above = dirname(link);
  const made = await mkdir(above, { recursive: true, mode: user ? passableFolder : ownerOnlyFolder });
  if (user === null) {
    await mkdir(link, { recursive: true, mode: ownerOnlyFolder });
    return;
  }
  if (made) await chmod(above, passableFolder);
  if (canEnter(user, above) || (await openedFor(user, above))) {
    await mkdir(link, { recursive: true, mode: ownerOnlyFolder });
    return;
  }
  await mkdir(sharedState, { recursive: true });
  await chmod(sharedState, 0o755);
  const folder = await mkdtemp(join(sharedState, 'postgres-'));
  await chown(folder, user.uid, user.gid);
  await symlink(folder, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  say(
    `PostgreSQL does not run as root, and its user ${user.name} cannot enter ${above}: the database is kept in ${folder}.`,
  );
}

async function makeSocketFolder(home: string, user: SystemUser | null): Promise<string> {
  const inside = join(home, 'run');
  const tooLong = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) > maxSocketPathLength;
  const folder = tooLong
    ? join('/tmp', `mailcall-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
    : inside;
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const made = await mkdir(folder, { mode: ownerOnlyFolder }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (made && user) await chown(folder, user.uid, user.gid);
  // under /tmp another user could have created the folder first and would own it
  const found = await lstat(folder);
  const isPrivate =
    found.isDirectory() && (found.uid === uid || found.uid === 0) && (found.mode & 0o077) === 0;
  if (!isPrivate)
    throw new OperatorProblem(
      `${folder} is not a private folder of the database's user. Remove it and start again.`,
    );
  if (found.uid !== uid && user) await chown(folder, user.uid, user.gid);
  return folder;
}

/** Throws OperatorProblem if another user owns `postgres` in the folder, or the database's user cannot enter it. */
export async function openHome(parent: string, say: (line: string) => void): Promise<Home> {
  const link = join(parent, 'postgres');
  if (Buffer.byteLength(link) > maxFolderLength)
    throw new OperatorProblem(
      `The folder for the database has a path of more than ${maxFolderLength} bytes. Set DATA_DIR to a shorter one.`,
    );
  let user: SystemUser | null;
  try {
    user = await databaseUser(link);
    if (!(await exists(link))) await makeHome(link, user, say);
    const folder = await realpath(link);
    if (!(await stat(folder)).isDirectory()) {
      throw new OperatorProblem(
        `${folder} is in the way of the database's folder. Move it away or set DATA_DIR to another folder.`,
      );
    }
    if (user && (await stat(folder)).uid === 0) await chown(folder, user.uid, user.gid);
    if (user && !canEnter(user, folder)) {
      throw new OperatorProblem(
        `PostgreSQL does not run as root, and its user ${user.name} cannot enter ${folder}. Let it through (chmod o+x on the folders above) or set DATA_DIR to another folder.`,
      );
    }
    const socketFolder = await makeSocketFolder(folder, user);
    return { folder, data: join(folder, 'data'), socketFolder, logFile: join(folder, 'postgres.log'), user };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new OperatorProblem(
        `The folder for the database, ${path ?? link}, cannot be used (${code}). Set DATA_DIR to a folder that you may write to.`,
      );
    }
    if (code === 'ENAMETOOLONG' || code === 'ELOOP')
      throw new OperatorProblem(
        `The folder for the database, ${path ?? link}, cannot be used: ${code === 'ELOOP' ? 'its symbolic links lead in a circle' : 'its name is too long'}. Set DATA_DIR to another folder.`,
      );
    if (code === 'ENOENT')
      throw new OperatorProblem(
        `The folder for the database, ${path ?? link}, cannot be made: a symbolic link leads to a folder that is not there. Make that folder or set DATA_DIR to another one.`,
      );
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new OperatorProblem(
        `${path ?? link} is in the way of the database's folder. Set DATA_DIR to a folder.`,
      );
    throw error;
  }
}
