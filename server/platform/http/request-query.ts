import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { decodeQuery, MalformedQueryError } from '@mailcall/contract/wire/query.ts';
import type { FastifyRequest } from 'fastify';
import { notValid, Problem } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Before it decodes anything. */
    checksToken?: boolean;
  }
}

/** In characters. */
const longestAnonymousQuery = 8 * 1024;

function queryTextOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/**
 * Refuses a long query with 414 before anything reads it. A token allows one only if the route checks it before decoding; otherwise anyone
 * could invent one. Pages and files of the web app ignore the query, which may name thousands of accounts.
 */
export function checkQueryLength(request: FastifyRequest): void {
  const { url: route, config } = request.routeOptions;
  if (route === undefined || route === '/*') return;
  if (config.checksToken && request.headers.authorization !== undefined) return;
  if (queryTextOf(request).length <= longestAnonymousQuery) return;
  const message = 'A query of more than 8 KB needs an access token.';
  throw new Problem(414, message, { kind: 'fail', data: { request: message } });
}

/** Throws 400 that names the malformed parameter. */
export function decode(text: string): Record<string, unknown> {
  try {
    return decodeQuery(text);
  } catch (error) {
    if (!(error instanceof MalformedQueryError)) throw error;
    const problems = new FieldProblemList();
    problems.add([error.parameter || 'query'], error.message);
    throw notValid(problems.listed);
  }
}

/** Call it after identifying the sender. */
export const queryOf = (request: FastifyRequest): Record<string, unknown> => decode(queryTextOf(request));
