import type { Dependencies } from './dependencies.ts';

/** What a command gets beside its arguments. */
export interface CommandDependencies extends Dependencies {
  /** Prints a line of the command's answer. */
  print(line: string): void;
  /** Prints a line beside the answer, on standard error: scripts read the answer alone. */
  printError(line: string): void;
  /** Aborted by Ctrl-C or SIGTERM. */
  stopped: AbortSignal;
}

/** A command of `npm run cli`. */
export interface Command {
  /** What one types: `setup-link`. */
  readonly name: string;
  /** Names of its arguments in order, as shown in the help: `['EMAIL']`. All are needed. */
  readonly arguments: readonly string[];
  /** One line of help. */
  readonly summary: string;
  /** Does it. What the operator can put right is thrown as an OperatorProblem. */
  run(dependencies: CommandDependencies, values: readonly string[]): Promise<void>;
}
