/** PostgreSQL is unreachable, went away, or was too slow. The cause is the driver's error. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause?: unknown) {
    super('The database is not available.', { cause });
  }
}

const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The server is starting, stopping, crashed or out of connections. Class 08 is checked separately. */
const serverStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300']);

const driverMessages =
  /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/;

/** Pass only errors of the driver; others may have the same codes. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'string')
    return networkCodes.has(code) || serverStates.has(code) || /^08[0-9A-Z]{3}$/.test(code);
  return driverMessages.test(message);
}
