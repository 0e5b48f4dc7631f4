/** A problem that an operator can fix. Programs print its message without a stack and exit with an error code. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
}
