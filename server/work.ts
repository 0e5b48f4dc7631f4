import type { Dependencies } from './dependencies.ts';
import { openOutbox } from './features/outbox/index.ts';
import { startJobs } from './platform/jobs.ts';
import { readProvider } from './provider.ts';

/** Does the jobs of all features until it is stopped: inside the web process, or as a process of its own (`ROLE`). */
export function startWork(dependencies: Dependencies): Promise<{ stop(): Promise<void> }> {
  const { database, environment, log } = dependencies;
  const outbox = openOutbox({ ...dependencies, provider: readProvider(environment) });
  return startJobs({ pool: database.pool, log, tasks: { ...outbox.tasks } });
}
