import type { IncomingMessage } from 'node:http';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { connectionProblem, statusProblem } from '../../../platform/connection-problem.ts';
import { isAccepted, readAnswer, requestOutside } from '../../../platform/outside-requests.ts';
import { allowedAddress } from './fetch-addresses.ts';

/** Why a file was not fetched, as a sentence for the system that sent the row. */
export class FetchFailed extends Error {
  /** Whether another attempt can succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

const maxRedirects = 3;

/** The address to which an answer redirects. @throws {FetchFailed} when it is not of an allowed origin */
function redirectTarget(location: string, from: URL, origins: readonly string[]): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const allowed = target && allowedAddress(target.href, origins);
  if (allowed) return allowed;
  // the origin alone: an address can carry a signature
  const origin = target && /^https?:$/.test(target.protocol) ? ` (${target.origin})` : '';
  throw new FetchFailed(`The address redirects to one from which nothing is fetched${origin}.`, true);
}

/** How files of a connection's system are fetched: over TLS, from public addresses. */
export interface ConnectionFetch {
  /** The headers with the secret, for an address of the API's own origin; null for any other. */
  headersFor(address: URL): Record<string, string> | null;
  /** The origin that an operator has named for the API, if it is not the vendor's own. */
  namedOrigins: readonly string[];
}

/** How to fetch files of a system; null if the system is no connection. */
export type ConnectionFetches = (system: string) => Promise<ConnectionFetch | null>;

/** The most bytes of such a file, and the milliseconds in which it has to arrive. */
export const connectionLimits = { bytes: 100 * 1024 * 1024, time: minutes(1) };
/** The most bytes of an answer that only says where the recording is. */
const maxPointerBytes = 64 * 1024;

const pointer = z.object({ url: z.string() });

/** The address in an answer that says where a recording is; null when it is no such answer. */
async function pointedAt(answer: IncomingMessage): Promise<string | null> {
  if (!/^application\/json\b/i.test(answer.headers['content-type'] ?? '')) return null;
  const body = await readAnswer(answer, maxPointerBytes);
  try {
    return pointer.parse(JSON.parse(body.toString())).url;
  } catch {
    throw new FetchFailed('The address answers with a page instead of a file.');
  }
}

/**
 * Requests an address that a row names, and follows redirects as long as they lead to allowed origins. For a system of a connection,
 * the secret goes with the first request only, and only to the API's own origin; what that answers can be a JSON object whose `url`
 * says where the recording is. Other systems have files on origins that the operator names, private ones included.
 */
export async function requestFile(
  address: URL,
  {
    origins,
    connection,
    signal,
  }: { origins: readonly string[]; connection: ConnectionFetch | null; signal: AbortSignal },
): Promise<IncomingMessage> {
  let next = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const secret = redirects === 0 ? (connection?.headersFor(next) ?? null) : null;
    const namedOrigins = connection ? connection.namedOrigins : origins;
    const answer = await requestOutside({ url: next, headers: secret ?? {}, signal, namedOrigins }).catch(
      (error: unknown) => {
        throw new FetchFailed(connectionProblem(error));
      },
    );
    const { statusCode: status = 0, headers } = answer;
    const isRedirect = status >= 300 && status <= 399 && headers.location !== undefined;
    // an API can answer 202 until it has the recording
    const isFile = connection ? status === 200 : isAccepted(answer);
    if (!isRedirect && !isFile) {
      answer.destroy();
      throw new FetchFailed(statusProblem(status));
    }
    const location = isRedirect ? headers.location : secret ? await pointedAt(answer) : null;
    if (location === null || location === undefined) return answer;
    answer.destroy();
    next = redirectTarget(location, next, origins);
  }
  throw new FetchFailed('The address redirects too often.', true);
}
