import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { TaskMessage, AnswerMessage } from './answer-tasks.ts';

export interface TaskThreadOptions extends Pick<WorkerOptions, 'env' | 'resourceLimits'> {
  /** Drops the thread's standard output and error. Node then keeps the process alive even while the thread is idle. */
  silent?: boolean;
  /** Milliseconds that the thread stays after its last answer. Default: 0, ends at once. */
  idleTime?: number;
}

/** The thread starts with the first task. Idle, it does not keep the process alive. */
export class TaskThread<Task, Answer> {
  readonly #file: URL;
  readonly #options: WorkerOptions;
  readonly #idleTime: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #tasks = 0;
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** `file` is a module that calls `answerTasks`. */
  constructor(file: URL, { idleTime = 0, silent = false, ...options }: TaskThreadOptions = {}) {
    this.#file = file;
    this.#options = { ...options, execArgv: [], stdout: silent, stderr: silent };
    this.#idleTime = idleTime;
  }

  /** Concurrent tasks share the thread, and fail with its error and `code`, the reason given to `end`, or because it ended. */
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

  /** Works even during work; current tasks fail with the reason. Waits for the end. */
  async end(reason: unknown = new Error('The thread was ended.')): Promise<void> {
    if (this.#thread) this.#terminate(this.#thread, reason);
    await this.#ended;
  }

  /** Bytes outside the thread's heap, which its resource limits do not count; 0 without a thread. */
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

  /** Undefined if the task's thread was ended. */
  #taken(id: number): PromiseWithResolvers<Answer> | undefined {
    const waiting = this.#waiting.get(id);
    if (this.#waiting.delete(id) && this.#waiting.size === 0) this.#rest();
    return waiting;
  }

  #rest(): void {
    // the thread must not keep the process alive
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
