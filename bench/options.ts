import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { OperatorProblem } from '../server/platform/operator-problem.ts';

/** Whether `--smallest` asks for the smallest size. `npm test` runs each bench so, to see that it still works. */
const isSmallest = process.argv.includes('--smallest');

const common = { smallest: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** A size of the measurement: `full`, or `smallest` with `--smallest`. */
export const sized = <Size>(full: Size, smallest: Size): Size => (isSmallest ? smallest : full);

/** Reports a limit that was missed. The run fails, except at the smallest size, where times say nothing. */
export function reportMissed(message: string): void {
  console.error(isSmallest ? `${message} (at the smallest size this does not count)` : message);
  if (!isSmallest) process.exitCode = 1;
}

/** Reads the options of the command line. With `--help`, prints `usage` and ends the process. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const { values } = parseArgs<{ options: Options & typeof common }>({ options: { ...options, ...common } });
  if (process.argv.includes('--help')) {
    console.log(`${usage}\n  --smallest  once, at the smallest size, without limits`);
    process.exit(0);
  }
  return values;
}

/** Reads a positive whole number. @throws {OperatorProblem} for anything else */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new OperatorProblem(`--${option} takes a whole number.`);
  return Number(text);
}

/** Runs a bench; a problem that the person at the command line can solve ends it with its sentence. */
export async function runBench(bench: () => Promise<void>): Promise<void> {
  try {
    await bench();
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
