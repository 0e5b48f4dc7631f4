import { setFlagsFromString } from 'node:v8';

/** Percent by which the heap may grow after a garbage collection before the next one. */
const growthPercent = 50;

/**
 * Makes V8 collect garbage sooner. By default a busy heap grows to several times its live size and stays there: after
 * twelve minutes of load 481 MB for old objects, of which 147 MB were live.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
