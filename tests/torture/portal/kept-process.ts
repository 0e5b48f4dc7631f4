import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type RunningProgram, runProgram } from '../../support/programs.ts';

/** Milliseconds after which a process that has ended is started again. */
const restartDelay = 200;

/** Output of a process that could not be started because PostgreSQL is away; it is started again then. */
const noDatabase = /The PostgreSQL at DATABASE_URL does not answer|the database system is/;

/** A process of the portal that is started again whenever it ends, as a service manager does. */
export class KeptProcess {
  readonly name: string;
  /** Ways in which it ended without being killed although it worked, or could not be started although PostgreSQL answered. */
  readonly faults: string[] = [];
  /** How often it was started, and how often it ended because PostgreSQL did not answer at its start. */
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

  /** Whether it works as far as it has said itself. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Starts it, and goes on doing so until it is stopped. */
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

  /** Ends it and does not start it again. */
  #abandon(): void {
    this.#stopping = true;
    this.#program?.child.kill('SIGKILL');
  }

  /** Kills it at once. */
  kill(): void {
    this.#killed = true;
    this.#ready = false;
    this.#program?.child.kill('SIGKILL');
  }

  /** Stops it as a service manager does; returns its exit code. */
  async stop(): Promise<number | string> {
    this.#stopping = true;
    this.#program?.child.kill('SIGTERM');
    const end = (await this.#program?.ended) ?? 'never started';
    await this.#kept;
    return end;
  }

  /** Output since its latest start. */
  output(): string {
    return this.#program?.output() ?? '';
  }
}
