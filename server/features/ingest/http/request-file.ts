import type { IncomingMessage } from 'node:http';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { connectionProblem, statusProblem } from '../../../platform/connection-problem.ts';
import { isAccepted, readAnswer, requestOutside } from '../../../platform/outside-requests.ts';
import { allowedAddress } from './fetch-addresses.ts';

/** The message is a sentence for the system that sent the row. */
export class FetchFailed extends Error {
  /** No other attempt can succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

const maxRedirects = 3;

/** Throws FetchFailed if the redirect leads to an origin that is not allowed. */
function redirectTarget(location: string, from: URL, origins: readonly string[]): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const allowed = target && allowedAddress(target.href, origins);
  if (allowed) return allowed;
  // the origin alone: an address can carry a signature
  const origin = target && /^https?:$/.test(target.protocol) ? ` (${target.origin})` : '';
  throw new FetchFailed(`The address redirects to one from which nothing is fetched${origin}.`, true);
}

/** Files of a connection's system are fetched over TLS, from public addresses. */
export interface ConnectionFetch {
  /** Headers with the secret, for an address of the API's own origin; null for others. */
  headersFor(address: URL): Record<string, string> | null;
  /** Origins that an operator has named for the API instead of the vendor's own. */
  namedOrigins: readonly string[];
}

/** Null if the system is no connection. */
export type ConnectionFetches = (system: string) => Promise<ConnectionFetch | null>;

/** Bytes, and milliseconds until the file has arrived. */
export const connectionLimits = { bytes: 100 * 1024 * 1024, time: minutes(1) };
const maxPointerBytes = 64 * 1024;

const pointer = z.object({ url: z.string() });

/** Null unless the answer says where a recording is. */
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
 * For a connection, the secret goes with the first request only, and only to the API's own origin, which may answer with a JSON object
 * whose `url` says where the recording is. Other systems have files on origins that the operator names, private ones included.
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
