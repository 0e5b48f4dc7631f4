import { OperatorProblem } from './operator-problem.ts';

/**
 * The problem of a file or folder that the person who runs Mailcall has named and the system does not let it read.
 * @param named as it was given, with what it is if that is not obvious: "The mapping mapping.yaml"
 * @param error what the system reported
 */
export function unreadableProblem(named: string, error: unknown): OperatorProblem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new OperatorProblem(`${named} cannot be read (${code}).`);
}
