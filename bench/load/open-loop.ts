import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../demo/random.ts';

/** Counts work that began in the measured time. */
export interface LoopResult {
  seconds: number;
  begun: number;
  done: number;
  waiting: number;
  /** Milliseconds since the wanted start, by name. */
  times: Map<string, number[]>;
  failures: Map<string, number>;
}

interface LoopOptions {
  /** Per second, at random moments. */
  rate: number;
  /** Seconds that do not count, and seconds that do. */
  warmUp: number;
  seconds: number;
  random: Random;
  begin: () => { name: string; ended: Promise<unknown> };
  /** Called when counting begins and ends, while work is running. */
  onCounting?: () => Promise<void>;
  onEnd?: () => Promise<void>;
}

const patience = 60_000;

/** Open loop with exponential intervals: starts work at random moments, whether or not earlier work is done. */
export async function openLoop(options: LoopOptions): Promise<LoopResult> {
  const { rate, warmUp, seconds, random, begin } = options;
  const result: LoopResult = {
    seconds,
    begun: 0,
    done: 0,
    waiting: 0,
    times: new Map(),
    failures: new Map(),
  };
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  const from = started + warmUp * 1000;
  const to = from + seconds * 1000;
  const counts = (time: number) => time >= from && time < to;
  const start = (wanted: number) => {
    const { name, ended } = begin();
    if (counts(wanted)) result.begun += 1;
    const watched: Promise<void> = ended
      .then(
        () => {
          const now = performance.now();
          if (counts(now)) result.done += 1;
          if (!counts(wanted)) return;
          const times = result.times.get(name) ?? [];
          times.push(now - wanted);
          result.times.set(name, times);
        },
        (error: Error) =>
          void result.failures.set(error.message, (result.failures.get(error.message) ?? 0) + 1),
      )
      .finally(() => underWay.delete(watched));
    underWay.add(watched);
  };
  const next = (time: number) => time - (Math.log(1 - random.next()) * 1000) / rate;
  const counting = sleep(warmUp * 1000).then(options.onCounting);
  for (let wanted = next(started); wanted < to; wanted = next(wanted)) {
    await sleep(Math.max(0, wanted - performance.now()));
    start(wanted);
  }
  await sleep(Math.max(0, to - performance.now()));
  await counting;
  result.waiting = underWay.size;
  await options.onEnd?.();
  await within(patience, Promise.all(underWay));
  if (underWay.size > 0) result.failures.set('not there after a minute', underWay.size);
  return result;
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([work, late]);
  ended.abort();
}
