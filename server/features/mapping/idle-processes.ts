import type { ChildProcess } from 'node:child_process';

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/**
 * Processes of closed evaluators, for reuse by others of the same mapping: an import reads each file twice and the files one after the
 * other, and starting a process takes longer than evaluating a small file.
 */
export class IdleProcesses {
  readonly #children: ChildProcess[] = [];
  #closed = false;

  /** For the caller alone; undefined if none is idle. */
  take(): ChildProcess | undefined {
    let child = this.#children.pop();
    while (child && !isAlive(child)) child = this.#children.pop();
    return child;
  }

  /** The process must answer and have no pending request. */
  put(child: ChildProcess): void {
    if (this.#closed) child.kill('SIGKILL');
    else this.#children.push(child);
  }

  /** Also ends processes that are returned later. */
  close(): void {
    this.#closed = true;
    for (const child of this.#children.splice(0)) child.kill('SIGKILL');
  }
}
