import { runProgram } from './platform/program.ts';
import { runTypedCommand } from './run-typed-command.ts';

const [, , ...words] = process.argv;
await runProgram((program) =>
  runTypedCommand(program, { words, variables: process.env, input: process.stdin }),
);
