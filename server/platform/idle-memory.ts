import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seconds } from '@mailcall/contract/time/durations.ts';

/** Milliseconds between checks. Below it: consecutive idle checks before a collection. */
const lookInterval = seconds(10);
const idleLooks = 3;
const idleShare = 0.03;
const growth = 8 * 1024 * 1024;

/** Node hides the collector behind a flag. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** V8 alone returns memory only when new objects need room, which may take hours. Returns a function that stops it. */
export function returnMemoryWhenIdle(collect = garbageCollector()): () => void {
  let used = process.cpuUsage();
  let looks = 0;
  let collected = 0;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    const share = (user + system) / 1000 / lookInterval;
    looks = share <= idleShare ? looks + 1 : 0;
    if (looks < idleLooks || process.memoryUsage().heapTotal < collected + growth) return;
    collect();
    collected = process.memoryUsage().heapTotal;
    looks = 0;
  }, lookInterval);
  timer.unref();
  return () => clearInterval(timer);
}

const growthPercent = 50;

/** By default a busy heap stays at several times its live size (481 MB for 147 MB). */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
