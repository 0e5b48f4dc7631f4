import { OperatorProblem } from './operator-problem.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';

export interface Program {
  /** Aborts on the first Ctrl-C or SIGTERM (also through npm): finish and return. A second one ends the process at once. */
  readonly stopped: AbortSignal;
  print(line: string): void;
  printError(line: string): void;
  /** Registers `close` for the program's end, whatever its cause; runs in reverse order. */
  onEnd(close: () => Promise<void> | void): void;
}

/** Milliseconds in which a repeated signal counts as the same: under npm, Ctrl-C arrives from the terminal and from npm. */
const repeatedSignalWindow = seconds(1);

const interrupted = 130;

/** Runs `work` and exits with its code (default 0), or 1 after an error. An {@link OperatorProblem} has no stack. */
export async function runProgram(work: (program: Program) => Promise<number | void>): Promise<never> {
  const stopping = new AbortController();
  const closers: (() => Promise<void> | void)[] = [];
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) {
        if (performance.now() - stoppedAt > repeatedSignalWindow) process.exit(interrupted);
        return;
      }
      stoppedAt = performance.now();
      stopping.abort(signal);
    });
  }
  // Ctrl-C in `program | less` may close the output first
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

  let code = 0;
  const fail = (error: unknown) => {
    code = 1;
    const text =
      error instanceof OperatorProblem ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
  };
  try {
    code =
      (await work({
        stopped: stopping.signal,
        print: (line) => process.stdout.write(`${line}\n`),
        printError: (line) => process.stderr.write(`${line}\n`),
        onEnd: (close) => closers.unshift(close),
      })) ?? 0;
  } catch (error) {
    fail(error);
  }
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      fail(error);
    }
  }
  process.exit(code);
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Calls all in order, even if one fails; then throws the first failure. */
export async function stopAll(stops: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
