import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { connectionProblem, statusProblem } from '../../platform/connection-problem.ts';
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

export const maxRedirects = 3;

/** The address to which an answer redirects. @throws {FetchFailed} when it is not of an allowed origin */
export function redirectTarget(location: string, from: URL, origins: readonly string[]): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const allowed = target && allowedAddress(target.href, origins);
  if (allowed) return allowed;
  // the origin alone: an address can carry a signature
  const origin = target && /^https?:$/.test(target.protocol) ? ` (${target.origin})` : '';
  throw new FetchFailed(`The address redirects to one from which nothing is fetched${origin}.`, true);
}

export const tooManyRedirects = () => new FetchFailed('The address redirects too often.', true);

/** Requests an address, and follows redirects as long as they lead to allowed origins. */
export async function requestFile(
  address: URL,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<Readable> {
  let next = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(next, { redirect: 'manual', signal }).catch((error: unknown) => {
      throw new FetchFailed(connectionProblem(error));
    });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status <= 399 && location !== null) {
      await response.body?.cancel();
      next = redirectTarget(location, next, origins);
      continue;
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new FetchFailed(statusProblem(response.status));
    }
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  }
  throw tooManyRedirects();
}
