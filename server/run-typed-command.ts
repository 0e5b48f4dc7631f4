import type { Readable } from 'node:stream';
import { runCommandLine } from './command-line.ts';
import { commands } from './commands/index.ts';
import { doctorCommand } from './doctor.ts';
import { bringToRelease, lacksDatabase, noDatabase, openUnmigrated, refuseOtherPortal } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import type { Program } from './platform/program.ts';
import { withRecordedAddress } from './platform/recorded-address.ts';

interface Typed {
  words: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
  input: Readable;
}

/** Returns the exit code. Only the result goes to standard output. Throws OperatorProblem for mistyped commands. */
export function runTypedCommand(program: Program, { words, variables, input }: Typed): Promise<number> {
  const doctor = { ...doctorCommand, examine: () => doctorCommand.examine(variables) };
  return runCommandLine([...commands, doctor], words, {
    print: program.print,
    async open({ opensUnmigrated = false, makesDatabase = false }) {
      const environment = await withRecordedAddress(readEnvironment(variables), variables);
      if (!makesDatabase && (await lacksDatabase(environment))) throw noDatabase(environment, variables);
      const { printError, stopped } = program;
      const dependencies = await openUnmigrated(environment, { ...program, print: printError });
      if (!makesDatabase) await refuseOtherPortal(dependencies);
      if (!opensUnmigrated) await bringToRelease(dependencies);
      return { ...dependencies, input, printError, stopped };
    },
  });
}
