import { processesIn } from '../../server/platform/postgres/lock-file.ts';

/** Kills all processes of the PostgreSQL with this data folder. The oldest goes first, because it would start new ones. */
export function killPostgresIn(data: string): void {
  for (const { pid } of processesIn(data).sort((one, other) => one.pid - other.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // it ended after it was listed
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
