import { startTransition } from 'react';
import { flushSync } from 'react-dom';

/** Work that waits until the page has nothing more urgent to do; see {@link whenIdle}. */
const waiting = new Set<() => void>();
let running = false;

/** Runs a task after the next paint, and after input that waits. */
function postIdleTask(task: () => void): void {
  requestAnimationFrame(() => {
    // not in every browser
    if ('scheduler' in window) void window.scheduler.postTask(task, { priority: 'background' });
    else setTimeout(task);
  });
}

function runNext(): void {
  const [work] = waiting;
  if (!work) {
    running = false;
    return;
  }
  waiting.delete(work);
  // what it draws can be interrupted
  startTransition(work);
  postIdleTask(runNext);
}

/**
 * Does work when the page is idle, one piece after each paint, in the order in which it was added. A page that is printed does
 * all of it at once. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  waiting.add(work);
  if (!running) {
    running = true;
    postIdleTask(runNext);
  }
  return () => waiting.delete(work);
}

/** Resolves when the page is idle. */
export const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve));

/** Does everything that waits for an idle page. */
function runAll(): void {
  // what is drawn can have parts that wait
  while (waiting.size > 0) {
    const all = [...waiting];
    waiting.clear();
    flushSync(() => {
      for (const work of all) work();
    });
  }
}

window.addEventListener('beforeprint', runAll);
