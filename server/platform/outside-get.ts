import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { RefusedConnection } from './connection-problem.ts';
import { isPublicAddress, loopbackHosts, publicLookup } from './outside-post.ts';

export interface OutsideGet {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Aborts the request, even while its body is read. */
  signal: AbortSignal;
  /** Origins named by an operator; they may be private or, on this machine, without TLS. */
  namedOrigins: readonly string[];
}

/** Null if allowed. The host name is checked again when it is resolved. */
export function outsideGetProblem(url: URL, namedOrigins: readonly string[]): string | null {
  const isNamed = namedOrigins.includes(url.origin);
  if (url.username !== '' || url.password !== '') return 'Use an address without a user and password.';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNamed && loopbackHosts.has(url.hostname)))
    return 'Use an https address.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return !isNamed && isIP(host) !== 0 && !isPublicAddress(host)
    ? 'The address is in a private network.'
    : null;
}

/**
 * Requests a URL of another system without following redirects. Host names must resolve to public addresses; the request
 * uses the checked address.
 * @returns the response; the caller must read or destroy its body
 * @throws {RefusedConnection} if the URL is refused; {@link connectionProblem} explains other errors
 */
export async function getOutside({
  url,
  headers,
  signal,
  namedOrigins,
}: OutsideGet): Promise<IncomingMessage> {
  const problem = outsideGetProblem(url, namedOrigins);
  if (problem !== null) throw new RefusedConnection(problem);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'GET',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Mailcall', ...headers },
      signal,
      agent: false,
      ...(!namedOrigins.includes(url.origin) && { lookup: publicLookup }),
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end();
  });
}

/**
 * Body of a response.
 * @throws {RefusedConnection} if it has more than `most` bytes
 */
export async function readAnswer(answer: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // leaving the loop destroys the response
    if (bytes > most) throw new RefusedConnection(`The answer is larger than ${most / 1024 / 1024} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
