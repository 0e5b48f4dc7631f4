import type { ChildProcess } from 'node:child_process';

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** For reuse by evaluators of the same mapping: starting a process takes longer than evaluating a small file. */
export class IdleProcesses {
  readonly #children: ChildProcess[] = [];
  #closed = false;

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

  close(): void {
    this.#closed = true;
    for (const child of this.#children.splice(0)) child.kill('SIGKILL');
  }
}
