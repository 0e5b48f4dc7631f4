/**
 * Something that the person who runs Mailcall can put right: a wrong setting, a taken port, a folder that another
 * process holds. Programs print its message alone, without a stack, and end with a non-zero code.
 */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
}
