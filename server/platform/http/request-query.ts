import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { decodeQuery, MalformedQueryError } from '@mailcall/contract/wire/query.ts';
import type { FastifyRequest } from 'fastify';
import { notValid, Problem } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route decodes nothing before it has checked the access token. */
    checksToken?: boolean;
  }
}

/** The maximum length of a query without an access token, in characters. */
const longestAnonymousQuery = 8 * 1024;

/** The query of a request as it was sent, without its question mark. */
function queryTextOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/**
 * Refuses a long query without an access token before anything reads it. A token counts only for a route that checks it
 * before it decodes: for the others anybody can make one up. An address without a route of its own is a page
 * or a file of the web app: it takes no query, and the address of a page may name thousands of accounts.
 * @throws {Problem} 414.
 */
export function checkQueryLength(request: FastifyRequest): void {
  const { url: route, config } = request.routeOptions;
  if (route === undefined || route === '/*') return;
  if (config.checksToken && request.headers.authorization !== undefined) return;
  if (queryTextOf(request).length <= longestAnonymousQuery) return;
  const message = 'A query of more than 8 KB needs an access token.';
  throw new Problem(414, message, { kind: 'fail', data: { request: message } });
}

/**
 * Decodes a query or a form.
 * @throws {Problem} 400, naming the parameter that is not written as it should be.
 */
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

/** The decoded query of a request: each route decodes its own, after the sender is identified. */
export const queryOf = (request: FastifyRequest): Record<string, unknown> => decode(queryTextOf(request));
