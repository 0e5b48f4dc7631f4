import { Readable } from 'node:stream';
import { importFolder } from '../../server/features/ingest/index.ts';
import { openDependencies } from '../../server/open.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import type { Program } from '../../server/platform/program.ts';
import { runTypedCommand } from '../../server/run-typed-command.ts';

type Variables = Readonly<Record<string, string>>;

/** Runs `work` in this process, because starting a program takes seconds. Returns the result and printed lines. */
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

/** Returns the printed lines. Throws OperatorProblem, whose message the program prints before it exits with 1. */
export async function runCommand(variables: Variables, ...words: string[]): Promise<{ printed: string[] }> {
  const input = Readable.from([]);
  const { out } = await asProgram((program) => runTypedCommand(program, { words, variables, input }));
  return { printed: out.split('\n').slice(0, -1) };
}

export async function importWith(variables: Variables, folder: string): Promise<void> {
  await asProgram(async (program) => {
    const { database, files } = await openDependencies(readEnvironment(variables), program);
    const report = await importFolder(database, folder, { files });
    if (report.rejected > 0) throw new Error(`Rows were rejected: ${JSON.stringify(report.firstRejections)}`);
  });
}
