import type { Readable } from 'node:stream';
import type { Dependencies } from './dependencies.ts';

/** Dependencies and inputs of a command besides its arguments. */
export interface CommandDependencies extends Dependencies {
  /** Standard input of the command, such as a secret. */
  input: Readable;
  /** Prints a line to standard error at once, so that scripts read only the result. */
  printError(line: string): void;
  /** Aborted by Ctrl-C or SIGTERM. */
  stopped: AbortSignal;
}

/** The result of a command: either form is printed, never both. */
export interface CommandResult {
  /** For people. */
  lines: readonly string[];
  /** For programs, with `--json`. Field names do not change once released. */
  json: unknown;
  /** Set if not everything succeeded, so that scripts notice it; the exit code is 1 then. */
  incomplete?: boolean;
}

/** A command of `npm run cli`. */
export interface Command {
  /** The name as typed, such as `setup-link`, or of a group of commands with the action, such as `api-keys add`. */
  readonly name: string;
  /** Names of the arguments in order, as the help shows them, such as `['EMAIL']`; all are required. */
  readonly arguments: readonly string[];
  /**
   * Options by name. One with a value: `expires` with the value `DATE` is typed `--expires 2027-03-31`. One without, such as
   * `--yes`, is given to the command as the text `true`. Every command has `--help` and `--json` besides.
   */
  readonly options?: Readonly<Record<string, { value?: string; summary: string }>>;
  /** Whether it opens the database without migrating it to this release first. */
  readonly opensUnmigrated?: boolean;
  /** Whether it makes the database of a new portal; otherwise there must be one. */
  readonly makesDatabase?: boolean;
  /** One line of help. */
  readonly summary: string;
  /**
   * Runs the command.
   * @throws {OperatorProblem} for problems that the operator can solve.
   */
  run(
    dependencies: CommandDependencies,
    values: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
  ): Promise<CommandResult>;
}
