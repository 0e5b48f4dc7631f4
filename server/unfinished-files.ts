import type { Dependencies } from './dependencies.ts';
import { days } from '@mailcall/contract/time/durations.ts';

/** The first segments of the keys of files that rows name; the files of exports and uploads are cleaned with their rows. */
const segments = ['recordings', 'images'];
/** Milliseconds after which an unfinished file belongs to a process that was killed: a day. */
const maxWritingTime = days(1);

/** Removes what processes that were killed have left of recordings and pictures. It looks at the name of every file. */
export async function removeUnfinishedFiles({
  files,
  clock,
}: Pick<Dependencies, 'files' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - maxWritingTime);
  for (const segment of segments) await files.removeUnfinished(segment, before);
}
