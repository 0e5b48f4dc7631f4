export interface LoggedError {
  type: string;
  message: string;
  /** SQLSTATE (23505), system code (ECONNREFUSED) or a library's. */
  code?: string;
  table?: string;
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

const deepest = 3;

/** Null for other errors. Only PostgreSQL's also have a severity. */
export function sqlStateOf(error: unknown): string | null {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Messages of PostgreSQL, schemas and the JSON parser may quote request values. */
const quotesValues = (error: Error) =>
  sqlStateOf(error) !== null || error.name.endsWith('ZodError') || error instanceof SyntaxError;

/** Skips the message, which may contain lines that look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Without quoted values and attached objects, which may hold personal data. */
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

const diskFullState = '53100';
const noRoomCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

export const isDiskFull = (error: unknown): boolean =>
  noRoomCodes.has(String((error as { code?: unknown } | null)?.code));

export const isDatabaseDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFullState;
