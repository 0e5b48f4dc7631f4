import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Content of `postmaster.pid`; only PostgreSQL writes and removes that file. */
export interface LockFile {
  readonly pid: number;
  /** Data folder when the server started; differs if the folder was copied or moved since. */
  readonly data: string;
  /** Empty during startup. */
  readonly socketFolder: string;
  readonly port: number;
}

export const lockFileOf = (dataFolder: string): string => join(dataFolder, 'postmaster.pid');

const maxPid = 2 ** 31 - 1;

/** Null without a file; `damage` says why it is no lock file. */
function lockOf(path: string): LockFile | { damage: string } | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : { damage: `cannot be read (${code})` };
  }
  if (text.trim() === '') return { damage: 'is empty' };
  const [first = '', data = '', , port = '', socketFolder = ''] = text.split('\n');
  // single-user PostgreSQL writes a negative id
  const pid = /^-?[0-9]{1,10}$/.test(first.trim()) ? Math.abs(Number(first)) : 0;
  if (pid < 1 || pid > maxPid) return { damage: 'is damaged' };
  return { pid, data, port: Number.parseInt(port, 10) || 0, socketFolder: socketFolder.trim() };
}

export function readLockFile(dataFolder: string): LockFile | null {
  const lock = lockOf(lockFileOf(dataFolder));
  return lock && 'pid' in lock ? lock : null;
}

/** Such as "is empty"; null without damage. */
export function lockFileDamage(dataFolder: string): string | null {
  const lock = lockOf(lockFileOf(dataFolder));
  return lock && 'damage' in lock ? lock.damage : null;
}

/** 0 if the file is damaged; null if it does not exist. */
export function socketLockPid(path: string): number | null {
  const lock = lockOf(path);
  return lock && ('pid' in lock ? lock.pid : 0);
}

export interface SeenProcess {
  /** `unseen`: alive, but the system reveals no more. */
  readonly state: 'absent' | 'dead, not yet reaped' | 'alive' | 'unseen';
  readonly command: string;
  /** Null if unknown. */
  readonly isPostgres: boolean | null;
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

export function lookAtProcess(pid: number): SeenProcess {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM')
      return { state: 'absent', command: '', isPostgres: false };
  }
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === null) return { state: 'unseen', command: '', isPostgres: null };
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const command = (textOf(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
  return {
    state: state === 'Z' || state === 'X' ? 'dead, not yet reaped' : 'alive',
    command: command || name,
    isPostgres: name === 'postgres',
  };
}

function worksIn(pid: number | string, folder: string): boolean | null {
  try {
    const [own, at] = [statSync(folder), statSync(`/proc/${pid}/cwd`)];
    return own.dev === at.dev && own.ino === at.ino;
  } catch {
    return null;
  }
}

function runsAsOwner(pid: number, folder: string): boolean | null {
  try {
    return statSync(`/proc/${pid}`).uid === statSync(folder).uid;
  } catch {
    return null;
  }
}

/** Null if the system does not say, as in the two functions above. */
export function servesFolder(pid: number, dataFolder: string): boolean | null {
  const { state, isPostgres } = lookAtProcess(pid);
  if (state === 'absent' || state === 'dead, not yet reaped' || isPostgres === false) return false;
  // PostgreSQL runs in its data folder, as the folder's owner
  if (runsAsOwner(pid, dataFolder) === false) return false;
  return worksIn(pid, dataFolder);
}

export function processesIn(dataFolder: string): { pid: number; command: string }[] {
  let numbers: string[];
  try {
    numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return numbers.flatMap((number) => {
    if (worksIn(number, dataFolder) !== true) return [];
    try {
      if (basename(readlinkSync(`/proc/${number}/exe`)) !== 'postgres') return [];
    } catch {
      return [];
    }
    const pid = Number(number);
    return [{ pid, command: lookAtProcess(pid).command }];
  });
}
