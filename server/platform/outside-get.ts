import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { RefusedConnection } from './connection-problem.ts';
import { isPublicAddress, loopbackHosts, publicLookup } from './outside-post.ts';

/** A request for something at another system. */
export interface OutsideGet {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Ends the request, also while its answer is read. */
  signal: AbortSignal;
  /** Origins that an operator has named: they may be in private networks and, on this machine, without TLS. */
  namedOrigins: readonly string[];
}

/** Why nothing is requested from an address; null when it can be. A name is looked up again when it is used. */
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
 * Requests something from another system. Redirects are not followed. The address that a name leads to is public, and the one that was
 * checked is the one that is used.
 * @returns the answer, whose body the caller reads or destroys
 * @throws {RefusedConnection} when nothing is requested from the address; {@link connectionProblem} says what other errors mean
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
 * The body of an answer.
 * @throws {RefusedConnection} when it has more bytes than `most`
 */
export async function readAnswer(answer: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // leaving the loop destroys the answer
    if (bytes > most) throw new RefusedConnection(`The answer is larger than ${most / 1024 / 1024} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
