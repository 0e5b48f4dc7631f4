import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Environment } from './env.ts';
import { loggedError } from './logged-error.ts';

export type { Logger } from 'pino';

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

/** The `code` of errors stays. */
const oneTimeCodes = ['code', 'body.code', 'query.code', '*.body.code', '*.query.code'];

const everywhere = (name: string) => [name, `*.${name}`, `*.*.${name}`];

/** One JSON line per event. */
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
