// Browsers paint only between tasks, so work that a press starts is a task of its own after the paint that responds to the press.
// `requestIdleCallback` waits for a page without any work, which a busy page never has, and does not run for printing.
import { startTransition } from 'react';
import { flushSync } from 'react-dom';

/** Runs work in a task after the next paint, so that the paint does not wait. Returns a function that cancels it. */
export function afterNextPaint(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    // a task after this callback's frame
    task = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}

const waiting = new Set<() => void>();
let running = false;

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
  // rendering can be interrupted
  startTransition(work);
  postIdleTask(runNext);
}

/** Runs one piece of work after each paint, in order; all of it for printing. Returns how to cancel it. */
export function whenIdle(work: () => void): () => void {
  waiting.add(work);
  if (!running) {
    running = true;
    postIdleTask(runNext);
  }
  return () => waiting.delete(work);
}

export const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve));

function runAll(): void {
  // rendered parts may add more work
  while (waiting.size > 0) {
    const all = [...waiting];
    waiting.clear();
    flushSync(() => {
      for (const work of all) work();
    });
  }
}

window.addEventListener('beforeprint', runAll);
