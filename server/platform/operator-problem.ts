/** An operator can fix it. Programs print the message without a stack and exit with an error code. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
  /** Of a form that has the wrong value. */
  readonly field: string | null;

  constructor(message: string, { field = null, ...options }: ErrorOptions & { field?: string | null } = {}) {
    super(message, options);
    this.field = field;
  }
}

/** `named` is the file or folder as given, with its kind if that is not obvious: "The mapping mapping.yaml". */
export function unreadableProblem(named: string, error: unknown): OperatorProblem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new OperatorProblem(`${named} cannot be read (${code}).`);
}
