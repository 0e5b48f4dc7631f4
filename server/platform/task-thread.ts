import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { TaskMessage, AnswerMessage } from './answer-tasks.ts';

/** How a thread is started, and when it ends. */
export interface TaskThreadOptions extends Pick<WorkerOptions, 'env' | 'resourceLimits'> {
  /** Whether what the thread writes to its standard output and error is dropped. Node keeps the process for such a thread, even idle. */
  silent?: boolean;
  /** Milliseconds for which the thread stays after its last answer; 0, the default, ends it at once. */
  idleTime?: number;
}

/**
 * Does tasks in a thread, which starts with the first one. Its file calls `answerTasks`. While the thread has nothing to do, the
 * process can end.
 */
export class TaskThread<Task, Answer> {
  readonly #file: URL;
  readonly #options: WorkerOptions;
  readonly #idleTime: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #tasks = 0;
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** @param file what the thread runs, which calls `answerTasks` */
  constructor(file: URL, { idleTime = 0, silent = false, ...options }: TaskThreadOptions = {}) {
    this.#file = file;
    this.#options = { ...options, execArgv: [], stdout: silent, stderr: silent };
    this.#idleTime = idleTime;
  }

  /**
   * The answer to a task. Tasks that are in progress at the same time share the thread, and its end.
   * @throws {Error} what the thread threw, with its `code`, for every task in progress; that it ended without an answer; or the reason
   *   that `end` was given
   */
  async run(task: Task): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    this.#tasks += 1;
    const id = this.#tasks;
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(id, waiting);
    this.#thread.ref();
    try {
      this.#thread.postMessage({ id, task } satisfies TaskMessage<Task>, []);
    } catch (error) {
      this.#taken(id)?.reject(error);
    }
    return waiting.promise;
  }

  /** Ends the thread, also while it works: tasks in progress fail with the reason. Waits until it has ended. */
  async end(reason: unknown = new Error('The thread was ended.')): Promise<void> {
    if (this.#thread) this.#terminate(this.#thread, reason);
    await this.#ended;
  }

  /** Bytes that the thread uses outside its heap, which its resource limits do not count; 0 when there is no thread. */
  async externalMemory(): Promise<number> {
    const used = await this.#thread?.getHeapStatistics().catch(() => undefined);
    return used?.external_memory ?? 0;
  }

  #start(): Worker {
    const thread = new Worker(this.#file, this.#options);
    if (this.#options.stdout) for (const output of [thread.stdout, thread.stderr]) output.resume();
    const fail = (error: unknown) => {
      if (this.#thread === thread) this.#terminate(thread, error);
    };
    thread.on('message', ({ id, answer }: AnswerMessage<Answer>) => this.#taken(id)?.resolve(answer));
    thread.once('error', fail);
    thread.once('exit', () => fail(new Error('The thread has ended without an answer.')));
    return thread;
  }

  /** Who waits for a task, and does from now on no more; undefined when its thread was ended before. */
  #taken(id: number): PromiseWithResolvers<Answer> | undefined {
    const waiting = this.#waiting.get(id);
    if (this.#waiting.delete(id) && this.#waiting.size === 0) this.#rest();
    return waiting;
  }

  #rest(): void {
    // a process that ends does not wait for it
    this.#thread?.unref();
    if (this.#idleTime === 0) void this.end();
    else this.#idle = setTimeout(() => this.end(), this.#idleTime).unref();
  }

  #terminate(thread: Worker, reason: unknown): void {
    clearTimeout(this.#idle);
    this.#thread = undefined;
    this.#ended = thread.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
