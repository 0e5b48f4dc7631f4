import type { Readable } from 'node:stream';
import type { Dependencies } from './dependencies.ts';

export interface CommandDependencies extends Dependencies {
  input: Readable;
  /** Prints a line to standard error at once, so that scripts read only the result. */
  printError(line: string): void;
  stopped: AbortSignal;
}

export interface CommandResult {
  lines: readonly string[];
  /** For programs, with `--json`. Field names do not change once released. */
  json: unknown;
  /** True if not everything succeeded: the exit code is 1. */
  incomplete?: boolean;
}

export interface Command {
  /** As typed, such as `setup-link`, or for a group with the action, such as `api-keys add`. */
  readonly name: string;
  /** Names shown in the help, such as `['EMAIL']`; all are required. */
  readonly arguments: readonly string[];
  /** `expires` with the value `DATE` is typed `--expires 2027-03-31`. One without a value, such as `--yes`, has the text `true`. */
  readonly options?: Readonly<Record<string, { value?: string; summary: string }>>;
  /** Opens the database without migrating it to this release first. */
  readonly opensUnmigrated?: boolean;
  /** Makes the database of a new portal; otherwise there must be one. */
  readonly makesDatabase?: boolean;
  readonly summary: string;
  run(
    dependencies: CommandDependencies,
    values: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
  ): Promise<CommandResult>;
}
