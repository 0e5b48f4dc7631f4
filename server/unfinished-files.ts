import type { Dependencies } from './dependencies.ts';
import { days } from '@mailcall/contract/time/durations.ts';

/** Files of rows, except exports and uploads, which are cleaned with their rows. */
const segments = ['recordings', 'images'];
/** An older unfinished file belongs to a killed process. */
const maxWritingTime = days(1);

export async function removeUnfinishedFiles({
  files,
  clock,
}: Pick<Dependencies, 'files' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - maxWritingTime);
  for (const segment of segments) await files.removeUnfinished(segment, before);
}
