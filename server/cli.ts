import { runCommandLine } from './command-line.ts';
import { commands } from './commands/index.ts';
import { openDependencies, openUnmigrated } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { runProgram } from './platform/program.ts';
import { withRecordedAddress } from './platform/recorded-address.ts';

await runProgram((program) =>
  runCommandLine(commands, process.argv.slice(2), {
    print: (line) => program.print(line),
    async open({ opensUnmigrated = false }) {
      const environment = await withRecordedAddress(readEnvironment());
      const { printError, stopped } = program;
      const open = opensUnmigrated ? openUnmigrated : openDependencies;
      // nothing but the result goes to standard output
      const dependencies = await open(environment, { ...program, print: printError });
      return { ...dependencies, printError, stopped };
    },
  }),
);
