import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which other work of the process gets its turn. */
const turn = 10;

/** Calls `use` for each item in order, and lets other work of the process run in between. */
export async function forEachInTurns<Item>(items: Iterable<Item>, use: (item: Item) => void): Promise<void> {
  let started = performance.now();
  for (const item of items) {
    use(item);
    if (performance.now() - started < turn) continue;
    await nextTurn();
    started = performance.now();
  }
}
