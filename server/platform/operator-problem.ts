/**
 * A problem that an operator can fix, such as a wrong setting or a port in use. Programs print its message without a stack
 * and exit with a non-zero code.
 */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
}
