import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** Bytes that a run of all tests needs, with room to spare. */
const enough = 4 * 1024 ** 3;

/** Containers can mount it so small that PostgreSQL alone fills it, or so that no program can be run in it. */
function isUsable(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    return bavail * bsize > enough && mount !== undefined && !mount.split(' ')[3]?.includes('noexec');
  } catch {
    return false;
  }
}

/**
 * The folder for data that tests throw away: in memory where the machine offers that, else the system's folder for
 * temporary files. Tests make and remove hundreds of thousands of files, one for each table and index of each database; on
 * a disk that takes a quarter of their time.
 */
export const throwAwayFolder = (): string => (isUsable() ? memory : tmpdir());
