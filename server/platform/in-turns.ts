import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Milliseconds before other work of the process gets a turn. */
const turn = 4;

/** Only one loop runs at a time, so that other work waits for at most one turn. */
const loops = new Turns(1);

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
