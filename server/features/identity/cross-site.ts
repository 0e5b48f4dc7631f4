import type { FastifyRequest } from 'fastify';
import { TokenProblem } from './token-problem.ts';

function isOwnOrigin(origin: string, publicUrl: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/** Other sites could sign a person in as someone else; portals in `IDENTITY_ORIGINS` may call. @throws {TokenProblem} 403 */
export function refuseCrossSite(
  request: FastifyRequest,
  { publicUrl, identityOrigins }: { publicUrl: string; identityOrigins: readonly string[] },
): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // no script can set this header, and it is valid even if a proxy replaces the host
  if (site === 'same-origin') return;
  if (origin !== undefined && identityOrigins.includes(origin)) return;
  const isForeign = origin !== undefined && !isOwnOrigin(origin, publicUrl, request.host);
  if (site === 'cross-site' || isForeign) {
    const description = 'Another site sent this request. Sign in on the portal itself.';
    throw new TokenProblem('invalid_request', description, 403);
  }
}
