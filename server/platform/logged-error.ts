/** The fields of an error in a log line. */
export interface LoggedError {
  type: string;
  message: string;
  /** PostgreSQL's SQLSTATE (23505), the system's (ECONNREFUSED) or a library's code. */
  code?: string;
  /** The table of the database that it is about. */
  table?: string;
  /** The constraint of the database that was broken. */
  constraint?: string;
  /** Where it happened: the frames alone. */
  stack?: string;
  cause?: LoggedError;
}

/** Causes of causes that are shown. */
const deepest = 3;

/** An SQLSTATE, or null: errors of PostgreSQL also carry a severity. */
export function sqlStateOf(error: unknown): string | null {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether the message can contain values of a request: PostgreSQL, a schema and the JSON parser quote them. */
const quotesValues = (error: Error) =>
  sqlStateOf(error) !== null || error.name.endsWith('ZodError') || error instanceof SyntaxError;

/** The frames of a stack; the message precedes them and can have lines that look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/**
 * An error as it may be logged: what went wrong and where, without the values that it quotes and without what hangs on
 * it (PostgreSQL's `detail` quotes values, its client the connection, a request error the request).
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  const stack = framesOf(error);
  return {
    type: error.name,
    message: quotesValues(error) ? 'its message is not logged' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(stack ? { stack } : {}),
    ...(error.cause instanceof Error && depth < deepest
      ? { cause: loggedError(error.cause, depth + 1) }
      : {}),
  };
}
