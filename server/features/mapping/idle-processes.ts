import type { ChildProcess } from 'node:child_process';

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/**
 * The processes of evaluators that have closed. Another evaluator of the same mapping goes on with one of them: an import reads each
 * file twice and the files one after the other, and to start a process takes longer than to evaluate a small file.
 */
export class IdleProcesses {
  readonly #children: ChildProcess[] = [];
  #closed = false;

  /** A process for the caller alone; undefined if none is idle. */
  take(): ChildProcess | undefined {
    let child = this.#children.pop();
    while (child && !isAlive(child)) child = this.#children.pop();
    return child;
  }

  /** Keeps a process that answers and has no pending request. */
  put(child: ChildProcess): void {
    if (this.#closed) child.kill('SIGKILL');
    else this.#children.push(child);
  }

  /** Ends the processes, and those that are put here later. */
  close(): void {
    this.#closed = true;
    for (const child of this.#children.splice(0)) child.kill('SIGKILL');
  }
}
