import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { OperatorProblem } from '../server/platform/operator-problem.ts';

/** `npm test` runs each bench with `--smallest`, to see that it still works. */
const isSmallest = process.argv.includes('--smallest');

const common = { smallest: { type: 'boolean' }, help: { type: 'boolean' } } as const;

export const sized = <Size>(full: Size, smallest: Size): Size => (isSmallest ? smallest : full);

/** The run fails, except with `--smallest`, where times mean nothing. */
export function reportMissed(message: string): void {
  console.error(isSmallest ? `${message} (at the smallest size this does not count)` : message);
  if (!isSmallest) process.exitCode = 1;
}

/** With `--help`, prints `usage` and exits. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const { values } = parseArgs<{ options: Options & typeof common }>({ options: { ...options, ...common } });
  if (process.argv.includes('--help')) {
    console.log(`${usage}\n  --smallest  once, at the smallest size, without limits`);
    process.exit(0);
  }
  return values;
}

/** Throws OperatorProblem for anything but a positive whole number. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new OperatorProblem(`--${option} takes a whole number.`);
  return Number(text);
}

export async function runBench(bench: () => Promise<void>): Promise<void> {
  try {
    await bench();
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
