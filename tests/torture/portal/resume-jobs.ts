import { engineOf } from '../../../server/features/alerts/alerts-for-tests.ts';
import { ImportQueue } from '../../../server/features/ingest/index.ts';
import { ReportedCalls } from '../../../server/features/connectors/index.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import type { TorturedPortal } from './portal.ts';

/** Milliseconds after which the worker of a taken job counts as killed; every job here takes less. */
const interruptedAfter = 3_000;

/** Takes up what killed workers were doing at once, as the portal does by itself after minutes. */
export async function resumeJobs({ database, files, environment, sink }: TorturedPortal): Promise<void> {
  const clock = systemClock;
  const queue = new ImportQueue({ pool: database.pool, files, clock });
  await new ReportedCalls({ database, files, clock, environment }, queue).resume(interruptedAfter);
  await engineOf({ database, clock, smtpUrl: sink.url }).outbox.resume(interruptedAfter);
  await queue.close();
}
