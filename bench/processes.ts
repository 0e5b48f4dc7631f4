import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRecord } from './story.ts';

/** Linux counts processor time in these ticks on every machine that Node supports. */
const ticksPerSecond = 100;

interface ProcessStat {
  parent: number;
  own: number;
  ended: number;
}

/** Null if the process has ended, or without /proc. */
async function readStat(pid: string | number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // the second field, the program's name, may contain blanks
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return {
    parent: parent as number,
    own: (user as number) + (system as number),
    ended: (endedUser as number) + (endedSystem as number),
  };
}

export async function readProcesses(): Promise<Map<number, ProcessStat>> {
  const stats = new Map<number, ProcessStat>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readStat(name) : null;
    if (stat) stats.set(Number(name), stat);
  }
  return stats;
}

/** Throws if the process has ended, or without /proc. */
export async function ownProcessorSecondsOf(pid: number): Promise<number> {
  const stat = await readStat(pid);
  if (!stat) throw new Error(`There is no process ${pid} in /proc.`);
  return stat.own / ticksPerSecond;
}

/** With direct children; null without /proc. */
export async function processorSecondsOf(pid: number): Promise<number | null> {
  for (;;) {
    const before = await readStat(pid);
    if (!before) return null;
    let ticks = before.own + before.ended;
    for (const { parent, own } of (await readProcesses()).values()) if (parent === pid) ticks += own;
    const after = await readStat(pid);
    if (after?.ended === before.ended) return ticks / ticksPerSecond;
  }
}

export async function databaseSeconds({ environment }: BenchRecord): Promise<number> {
  const text = await readFile(join(environment.dataFolder, 'postgres/data/postmaster.pid'), 'utf8');
  return (await processorSecondsOf(Number(text.split('\n')[0]))) ?? 0;
}

/** MB; shared memory is divided among processes. */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  });
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}
