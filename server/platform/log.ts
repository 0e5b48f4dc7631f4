import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Environment } from './env.ts';
import { loggedError } from './logged-error.ts';

export type { Logger } from 'pino';

/** Names of values that never appear in a log line, wherever they stand in it (two levels deep). */
const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'accessToken',
  'grantToken',
  'refreshToken',
  'otp',
  'secret',
  'accessKeyId',
  'secretAccessKey',
  'signature',
  'authorization',
  'cookie',
  'email',
  'username',
  'phone',
  'phoneNumber',
  'phone_number',
  'recipient',
  'callerPhoneNumber',
];

/** One-time codes; an error's own `code` stays. */
const oneTimeCodes = ['code', 'body.code', 'query.code', '*.body.code', '*.query.code'];

const everywhere = (name: string) => [name, `*.${name}`, `*.*.${name}`];

/** The log of a process: one JSON line per event on standard output, or on `destination`. */
export function createLog(
  environment: Pick<Environment, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: environment.logLevel,
    base: null,
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: { paths: [...secretNames.flatMap(everywhere), ...oneTimeCodes], censor: '[hidden]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
