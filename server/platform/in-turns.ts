import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Milliseconds of work after which other work of the process gets its turn. */
const turn = 4;

/** One loop works at a time, so that everything else waits for one turn only, however many loops there are. */
const loops = new Turns(1);

/** Calls `use` for each item in order, and lets other work of the process run in between. */
export async function forEachInTurns<Item>(items: Iterable<Item>, use: (item: Item) => void): Promise<void> {
  const rest = items[Symbol.iterator]();
  const work = async (): Promise<boolean> => {
    const started = performance.now();
    for (let next = rest.next(); !next.done; next = rest.next()) {
      use(next.value);
      if (performance.now() - started < turn) continue;
      await nextTurn();
      return true;
    }
    return false;
  };
  while (await loops.run(work));
}
