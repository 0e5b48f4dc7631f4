import { OperatorProblem } from './operator-problem.ts';

/** What a program gets from the process it is. */
export interface Program {
  /** Aborted by the first Ctrl-C or SIGTERM (also through npm): finish and return. A second one ends the process at once. */
  readonly stopped: AbortSignal;
  /** Prints a line for the person at the terminal. */
  print(line: string): void;
  /** Prints a line for the person at the terminal, apart from the program's output: on standard error. */
  printError(line: string): void;
  /** Runs `close` when the program ends, however it ends; the last one added runs first. */
  onEnd(close: () => Promise<void> | void): void;
}

/** Under npm one Ctrl-C arrives twice, from the terminal and from npm: only a later one is a second one (milliseconds). */
const repeatedSignalWindow = 1_000;

/** Code of a program that a signal ended before its work was done, as shells count it. */
const interrupted = 130;

/**
 * Runs `work` as the whole of this process and ends the process with its exit code: what `work` returns (0 when
 * nothing), 1 after an error. An {@link OperatorProblem} prints its message alone.
 */
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
  // Ctrl-C in `program | less` may close our output first.
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

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
