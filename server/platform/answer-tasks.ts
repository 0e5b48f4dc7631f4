import { parentPort, type Transferable } from 'node:worker_threads';

/** A task, as `TaskThread` sends it. */
export interface TaskMessage<Task> {
  id: number;
  task: Task;
}

/** The answer to a task. */
export interface AnswerMessage<Answer> {
  /** The task's. */
  id: number;
  answer: Answer;
}

/**
 * Answers the tasks of a thread that `TaskThread` has started. An error ends the thread; a task that waits for nothing any more does too.
 * @param transfer what of an answer is moved and not copied
 */
export function answerTasks<Task, Answer>(
  answer: (task: Task) => Answer | Promise<Answer>,
  transfer: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort;
  let working = 0;
  port?.on('message', async ({ id, task }: TaskMessage<Task>) => {
    working += 1;
    // only the work keeps the thread: a promise that nothing will ever settle must not look like work
    port.unref();
    const answered = await answer(task);
    port.postMessage({ id, answer: answered } satisfies AnswerMessage<Answer>, transfer(answered));
    working -= 1;
    if (working === 0) port.ref();
  });
}
