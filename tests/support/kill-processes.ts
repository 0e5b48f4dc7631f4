import { processesIn } from '../../server/platform/postgres/lock-file.ts';

/** Ends every process of the PostgreSQL with this data folder at once, the oldest first: it would start others. */
export function killPostgresIn(data: string): void {
  for (const { pid } of processesIn(data).sort((one, other) => one.pid - other.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // it ended by itself after it was listed
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
