import type { Dependencies } from './dependencies.ts';
import { ImportQueue } from './features/ingest/index.ts';
import { type Notifications, openNotifications } from './platform/notifications.ts';
import { stopAll } from './platform/program.ts';

/** Once per process, whether it serves the portal, runs jobs or does both. */
export interface SharedParts {
  notifications: Notifications;
  importQueue: ImportQueue;
  /** Call after closing everything that uses them. */
  close(): Promise<void>;
}

export function openSharedParts({
  database: { pool },
  files,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'files' | 'clock' | 'log'>): SharedParts {
  const notifications = openNotifications(pool, log);
  const importQueue = new ImportQueue({ pool, files, clock });
  return {
    notifications,
    importQueue,
    close: () => stopAll([() => notifications.close(), () => importQueue.close()]),
  };
}
