import { setFlagsFromString } from 'node:v8';

/** By how many percent the heap of a process grows, from what was in use after a garbage collection, until the next one. */
const growthPercent = 50;

/**
 * Lets V8 collect garbage sooner. By itself it lets the heap of a busy process grow to several times what is in use, and keeps
 * what it once had: after twelve minutes of load 481 MB for old objects, of which 147 MB were in use.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
