import { parentPort, type Transferable } from 'node:worker_threads';

export interface TaskMessage<Task> {
  id: number;
  task: Task;
}

export interface AnswerMessage<Answer> {
  id: number;
  answer: Answer;
}

/** An error ends the thread, and so does a task that waits for nothing. `transfer`: objects of an answer to move instead of copying. */
export function answerTasks<Task, Answer>(
  answer: (task: Task) => Answer | Promise<Answer>,
  transfer: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort;
  let working = 0;
  port?.on('message', async ({ id, task }: TaskMessage<Task>) => {
    working += 1;
    // only work keeps the thread alive; a promise that never settles is not work
    port.unref();
    const answered = await answer(task);
    port.postMessage({ id, answer: answered } satisfies AnswerMessage<Answer>, transfer(answered));
    working -= 1;
    if (working === 0) port.ref();
  });
}
