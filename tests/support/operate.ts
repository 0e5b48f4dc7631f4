import { runCommandLine } from '../../server/command-line.ts';
import { commands } from '../../server/commands/index.ts';
import { importFolder } from '../../server/features/ingest/index.ts';
import { openDependencies } from '../../server/open.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import type { Program } from '../../server/platform/program.ts';
import { withRecordedAddress } from '../../server/platform/recorded-address.ts';

/** Settings by the names of environment variables. */
type Variables = Readonly<Record<string, string>>;

/** Does work as a program does it, and closes what it opened; answers with the lines that it printed apart from its result. */
async function asProgram(work: (program: Program) => Promise<unknown>): Promise<string[]> {
  const notes: string[] = [];
  const closers: (() => Promise<void> | void)[] = [];
  const note = (line: string) => void notes.push(line);
  const program: Program = {
    stopped: new AbortController().signal,
    print: note,
    printError: note,
    onEnd: (close) => closers.unshift(close),
  };
  try {
    await work(program);
  } finally {
    for (const close of closers) await close();
  }
  return notes;
}

/**
 * Runs a command of the command line with these settings in this process: to start a program for each takes a second of the
 * processor. Answers with the lines of its result, and with what it printed besides.
 */
export async function runCommand(
  variables: Variables,
  ...words: string[]
): Promise<{ printed: string[]; notes: string[] }> {
  const printed: string[] = [];
  const notes = await asProgram((program) =>
    runCommandLine(commands, words, {
      print: (line) => void printed.push(line),
      async open() {
        const environment = await withRecordedAddress(readEnvironment(variables), variables);
        const { printError, stopped } = program;
        return { ...(await openDependencies(environment, program)), printError, stopped };
      },
    }),
  );
  return { printed, notes };
}

/** Imports a folder with these settings in this process. */
export async function importWith(variables: Variables, folder: string): Promise<void> {
  await asProgram(async (program) => {
    const { database, files } = await openDependencies(readEnvironment(variables), program);
    const report = await importFolder(database, folder, { files });
    if (report.rejected > 0) throw new Error(`Rows were rejected: ${JSON.stringify(report.firstRejections)}`);
  });
}
