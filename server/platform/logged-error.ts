export interface LoggedError {
  type: string;
  message: string;
  /** PostgreSQL's SQLSTATE (23505), the system's (ECONNREFUSED) or a library's code. */
  code?: string;
  table?: string;
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

/** Maximum depth of causes. */
const deepest = 3;

/** SQLSTATE of a PostgreSQL error, or null. Only those errors also have a severity. */
export function sqlStateOf(error: unknown): string | null {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether the message may quote request values, as messages of PostgreSQL, schemas and the JSON parser do. */
const quotesValues = (error: Error) =>
  sqlStateOf(error) !== null || error.name.endsWith('ZodError') || error instanceof SyntaxError;

/** Frames of a stack; the message comes first and may contain lines that look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Kind and location of an error, without quoted values or attached objects, which may hold data of people. */
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

/** SQLSTATE of a full disk. */
const diskFullState = '53100';
/** System errors of a full disk or quota. */
const noRoomCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

export const isDiskFull = (error: unknown): boolean =>
  noRoomCodes.has(String((error as { code?: unknown } | null)?.code));

export const isDatabaseDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFullState;
