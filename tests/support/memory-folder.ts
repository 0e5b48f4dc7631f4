import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** Bytes that a full test run needs, with a margin. */
const enough = 4 * 1024 ** 3;

/** Containers may mount it too small for PostgreSQL, or without permission to run programs. */
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

/** In memory if possible, because tests create hundreds of thousands of files, a quarter of their time on disk. */
export const throwAwayFolder = (): string => (isUsable() ? memory : tmpdir());
