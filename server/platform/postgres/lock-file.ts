import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What PostgreSQL wrote about itself in `postmaster.pid`. It alone writes and removes that file. */
export interface LockFile {
  readonly pid: number;
  /** Folder of its socket; empty while it is starting. */
  readonly socketFolder: string;
  readonly port: number;
}

/** Reads the lock file of a data folder; null when there is none. */
export function readLockFile(dataFolder: string): LockFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return null;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0, socketFolder: lines[4]?.trim() ?? '' };
}

/** A process as far as the system lets us see it. */
export interface SeenProcess {
  /** `unseen`: it lives, and the system does not say more. */
  readonly state: 'absent' | 'dead, not yet reaped' | 'alive' | 'unseen';
  /** Its command line. */
  readonly command: string;
  /** Whether its program is called postgres; null when not known. */
  readonly isPostgres: boolean | null;
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Looks at a process by its number. */
export function lookAtProcess(pid: number): SeenProcess {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH')
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

/** The PostgreSQL processes that work in a data folder, as far as the system lets us see. */
export function processesIn(dataFolder: string): { pid: number; command: string }[] {
  let numbers: string[];
  try {
    numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return numbers.flatMap((number) => {
    try {
      if (readlinkSync(`/proc/${number}/cwd`) !== dataFolder) return [];
      if (basename(readlinkSync(`/proc/${number}/exe`)) !== 'postgres') return [];
    } catch {
      return [];
    }
    const pid = Number(number);
    return [{ pid, command: lookAtProcess(pid).command }];
  });
}
