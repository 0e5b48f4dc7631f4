import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { FieldProblems } from '@mailcall/contract/wire/envelope.ts';
import type { FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { isDatabaseDiskFull, isDiskFull, sqlStateOf } from '../logged-error.ts';
import { OperatorProblem } from '../operator-problem.ts';

/** Expected failure; its message is for the user who sent the request. */
export class Problem extends Error {
  readonly statusCode: number;
  readonly kind: 'fail' | 'error';
  readonly data: FieldProblems | null;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    message: string,
    options: { kind?: 'fail' | 'error'; data?: FieldProblems | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.kind = options.kind ?? 'error';
    this.data = options.data ?? null;
    this.headers = options.headers ?? {};
  }
}

/** 400. Names each field and what would be right; `unlisted` counts further problems. */
export function notValid(problems: FieldProblems, unlisted = 0): Problem {
  const count = Object.keys(problems).length;
  const rest = `${count} problems are listed, and there ${unlisted === 1 ? 'is 1' : `are ${thousands(unlisted)}`} more.`;
  const message = `The request is not valid.${unlisted > 0 ? ` ${rest}` : ''}`;
  return new Problem(400, message, { kind: 'fail', data: problems });
}

export const notSignedIn = (message = 'Sign in to go on.') =>
  new Problem(401, message, { headers: { 'www-authenticate': 'Bearer' } });

export const notAllowed = (message = 'You do not have access to this.') => new Problem(403, message);

/** 404: does not exist, or not for this viewer. */
export const notFound = (message = 'There is nothing here.') => new Problem(404, message);

/** 409: the session is older than the user's roles and accounts. */
export const staleSession = () => new Problem(409, 'Your access has changed. The session is being renewed.');

export const notPossible = (message: string) => new Problem(422, message);

/** For work that commands share. @throws {Problem} 422 with the sentence of an {@link OperatorProblem}, at its field if it names one */
export async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    if (error.field === null) throw notPossible(error.message);
    throw new Problem(422, 'Nothing was saved. Correct the marked values.', {
      kind: 'fail',
      data: { [error.field]: error.message },
    });
  }
}

/** 429: too much at once or too often; the client may retry after `seconds`. */
export const busy = (seconds: number, message: string): Problem =>
  new Problem(429, message, { headers: { 'retry-after': String(Math.ceil(seconds)) } });

export const tooManyAttempts = (seconds: number) =>
  busy(seconds, `Too many attempts. Please try again in ${waitInWords(seconds)}.`);

const databaseUnavailable = () =>
  new Problem(503, 'The portal is not available right now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });

const outOfRoom = () =>
  new Problem(503, 'The portal has run out of storage space. Please contact support, and try again later.', {
    headers: { 'retry-after': '30' },
  });

function waitInWords(seconds: number): string {
  const wholeSeconds = Math.max(1, Math.ceil(seconds));
  if (wholeSeconds < 90) return wholeSeconds === 1 ? '1 second' : `${wholeSeconds} seconds`;
  return `${Math.ceil(wholeSeconds / 60)} minutes`;
}

/** By HTTP status, for requests that Fastify cannot read. */
const requestProblems: Readonly<Record<number, string>> = {
  404: 'There is nothing here.',
  413: 'The request is too large.',
  415: 'Send JSON or a form.',
};

const statementStopped = '57014';

/** Deadlock, serialization failure. */
const gaveWay: ReadonlySet<string> = new Set(['40P01', '40001']);

/** No stack trace, SQL, path or quoted value leaves the server. */
export function asProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'request failed without the database');
    return databaseUnavailable();
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const message = requestProblems[status] ?? 'The request could not be read.';
    return new Problem(status, message, { kind: 'fail', data: { request: message } });
  }
  if (isDiskFull(error) || isDatabaseDiskFull(error)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'there is no room on a disk');
    return outOfRoom();
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  if (sqlStateOf(error) === statementStopped) {
    return new Problem(503, 'This took too long. Ask for less at once, or try again in a moment.');
  }
  if (gaveWay.has(sqlStateOf(error) ?? '')) {
    const message =
      'Someone else saved a change at the same moment. Your change was not saved; please try again.';
    return new Problem(503, message, { headers: { 'retry-after': '5' } });
  }
  return new Problem(status === 503 ? 503 : 500, messages.fatal);
}
