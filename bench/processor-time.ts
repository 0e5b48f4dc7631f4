import { readdir, readFile } from 'node:fs/promises';

/** Ticks of a second in which Linux counts the processor time of processes, on every machine that Node runs on. */
const ticksPerSecond = 100;

/** A process's parent and the ticks that it, and the processes that have ended below it, have used; null when it has ended. */
async function readStat(
  pid: string | number,
): Promise<{ parent: number; own: number; ended: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // the second field, the program's name, may hold blanks
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return {
    parent: parent as number,
    own: (user as number) + (system as number),
    ended: (endedUser as number) + (endedSystem as number),
  };
}

/** Seconds of processor time that a process and its direct children have used since they began; null where there is no /proc. */
export async function processorSecondsOf(pid: number): Promise<number | null> {
  for (;;) {
    const before = await readStat(pid);
    if (!before) return null;
    let ticks = before.own + before.ended;
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const stat = await readStat(name);
      if (stat?.parent === pid) ticks += stat.own;
    }
    // a child that has ended meanwhile would be missing
    const after = await readStat(pid);
    if (after?.ended === before.ended) return ticks / ticksPerSecond;
  }
}
