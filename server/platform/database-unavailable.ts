/** PostgreSQL cannot be reached, went away, or does not answer in time. The cause is what the driver reported. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause?: unknown) {
    super('The database is not available.', { cause });
  }
}

/** Codes of the system's errors when a server cannot be reached or a connection breaks. */
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

/** SQLSTATEs of a server that starts, stops, crashed or has no connection to spare; class 08 is added below. */
const serverStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300']);

/** What the driver and its pool say, without a code, of a connection that is lost or did not come about. */
const driverMessages =
  /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/;

/**
 * Whether an error of the PostgreSQL driver says that the connection was lost or could not be made, and not that a
 * statement was wrong. Only for errors that come from the driver: others may carry the same codes.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'string')
    return networkCodes.has(code) || serverStates.has(code) || /^08[0-9A-Z]{3}$/.test(code);
  return driverMessages.test(message);
}
