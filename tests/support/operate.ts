import { Readable } from 'node:stream';
import { importFolder } from '../../server/features/ingest/index.ts';
import { openDependencies } from '../../server/open.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import type { Program } from '../../server/platform/program.ts';
import { runTypedCommand } from '../../server/run-typed-command.ts';

/** Settings by the names of environment variables. */
type Variables = Readonly<Record<string, string>>;

/**
 * Does work as a program does it, in this process: to start a program takes some seconds of the processor. Closes what it opened;
 * answers with its result, and what it printed, lines with their ends.
 */
export async function asProgram<Result>(
  work: (program: Program) => Promise<Result>,
): Promise<{ result: Result; out: string; err: string }> {
  let [out, err] = ['', ''];
  const closers: (() => Promise<void> | void)[] = [];
  const program: Program = {
    stopped: new AbortController().signal,
    print: (line) => void (out += `${line}\n`),
    printError: (line) => void (err += `${line}\n`),
    onEnd: (close) => closers.unshift(close),
  };
  try {
    return { result: await work(program), out, err };
  } finally {
    for (const close of closers) await close();
  }
}

/**
 * Runs a command of the command line with these settings in this process; answers with the lines of its result.
 * @throws {OperatorProblem} what the program would print and end with 1
 */
export async function runCommand(variables: Variables, ...words: string[]): Promise<{ printed: string[] }> {
  const input = Readable.from([]);
  const { out } = await asProgram((program) => runTypedCommand(program, { words, variables, input }));
  return { printed: out.split('\n').slice(0, -1) };
}

/** Imports a folder with these settings in this process. */
export async function importWith(variables: Variables, folder: string): Promise<void> {
  await asProgram(async (program) => {
    const { database, files } = await openDependencies(readEnvironment(variables), program);
    const report = await importFolder(database, folder, { files });
    if (report.rejected > 0) throw new Error(`Rows were rejected: ${JSON.stringify(report.firstRejections)}`);
  });
}
