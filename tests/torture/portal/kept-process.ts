import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type RunningProgram, runProgram } from '../../support/programs.ts';

const restartDelay = 200;

/** Output of a process that could not be started because PostgreSQL is away; it is started again then. */
const noDatabase = /The PostgreSQL at DATABASE_URL does not answer|the database system is/;

/** A process of the portal that is started again whenever it ends, as a service manager does. */
export class KeptProcess {
  readonly name: string;
  /** Ways in which it ended without being killed although it worked, or could not be started although PostgreSQL answered. */
  readonly faults: string[] = [];
  starts = 0;
  withoutDatabase = 0;
  readonly #env: Record<string, string>;
  readonly #started: RegExp;
  #program: RunningProgram | null = null;
  #ready = false;
  #killed = false;
  #stopping = false;
  #kept: Promise<void> = Promise.resolve();

  /** @param started what it prints when it works */
  constructor(name: string, env: Record<string, string>, started: RegExp) {
    this.name = name;
    this.#env = env;
    this.#started = started;
  }

  get ready(): boolean {
    return this.#ready;
  }

  start(): void {
    this.#kept = this.#keep();
  }

  async #keep(): Promise<void> {
    while (!this.#stopping) {
      this.starts += 1;
      this.#killed = false;
      const program = runProgram('server/main.ts', { env: this.#env, asService: true });
      this.#program = program;
      // a test that fails leaves none behind that was started again: this comes before its end
      onTestFinished(() => this.#abandon());
      await program.printed(this.#started).then(
        () => (this.#ready = true),
        () => undefined,
      );
      const end = await program.ended;
      this.#look(program, end);
      this.#ready = false;
      await pause(restartDelay);
    }
  }

  #look(program: RunningProgram, end: number | string): void {
    if (this.#killed || this.#stopping) return;
    if (!this.#ready && noDatabase.test(program.output())) this.withoutDatabase += 1;
    else this.faults.push(`${this.name} ended (${end}) and printed:\n${program.output()}`);
  }

  #abandon(): void {
    this.#stopping = true;
    this.#program?.child.kill('SIGKILL');
  }

  kill(): void {
    this.#killed = true;
    this.#ready = false;
    this.#program?.child.kill('SIGKILL');
  }

  async stop(): Promise<number | string> {
    this.#stopping = true;
    this.#program?.child.kill('SIGTERM');
    const end = (await this.#program?.ended) ?? 'never started';
    await this.#kept;
    return end;
  }

  output(): string {
    return this.#program?.output() ?? '';
  }
}
