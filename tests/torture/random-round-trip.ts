import { join } from 'node:path';
import { writeExport } from '../../server/features/data-out/index.ts';
import type { FeedFolders } from '../../server/features/ingest/feed-for-tests.ts';
import { answersTo, importInto, importStory } from '../support/round-trip.ts';
import { signInAs, type TestApp } from '../support/test-app.ts';
import { randomNumbers, RandomWork, type WorkDone } from './random-work.ts';

export interface RoundTrip {
  worked: Record<string, Record<string, unknown>>;
  restored: Record<string, Record<string, unknown>>;
  rejected: number;
  /** Rows that the same feed and the last export added or changed when they came again. */
  changedAgain: number;
  exports: number;
  done: WorkDone;
}

/** People work at random in one portal, which is exported at random moments; the second imports the exports, some late. */
export async function randomRoundTrip(
  portals: { worked: TestApp; restored: TestApp },
  folders: FeedFolders,
  { steps, seed, exported = 0.05 }: { steps: number; seed: number; exported?: number },
): Promise<RoundTrip> {
  const { worked, restored } = portals;
  const random = randomNumbers(seed);
  const work = new RandomWork(worked, random);
  const waiting: string[] = [];
  let since: string | null = null;
  let exports = 0;
  let rejected = 0;
  const takeOut = async () => {
    const folder = join(await folders.folder(), 'export');
    since = (await writeExport(worked, { folder, since })).cursor;
    exports += 1;
    waiting.push(folder);
  };
  const takeIn = async () => {
    for (const folder of waiting.splice(0)) rejected += (await importInto(restored, folder)).rejected;
  };
  for (let step = 0; step < steps; step += 1) {
    await work.step();
    if (random() < exported) await takeOut();
    if (random() < 0.02) await takeIn();
  }
  await takeOut();
  const last = waiting.at(-1) ?? '';
  await takeIn();
  restored.clock.set(worked.clock.now().toISOString());
  const answers = async (here: TestApp) => {
    const all: Record<string, Record<string, unknown>> = {};
    for (const who of ['olga', 'desk', 'felix'])
      all[who] = await answersTo(here, await signInAs(here, await work.emailOf(who)));
    return all;
  };
  const found = { worked: await answers(worked), restored: await answers(restored) };
  let changedAgain = 0;
  const again = [
    await importStory(worked, folders),
    await importStory(restored, folders),
    await importInto(restored, last),
  ];
  for (const { files } of again) for (const { added, changed } of files) changedAgain += added + changed;
  return { ...found, rejected, changedAgain, exports, done: work.done };
}
