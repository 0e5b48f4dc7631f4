import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/env.ts';

/** Headers that say that somebody else's request was passed on to us. */
const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether a host, with or without a port, is a name that browsers on this machine use for it. */
export const isLocalHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host);

/**
 * Whether a request looks like one of a person at this very machine. A proxy that adds no header and replaces the host
 * looks the same, so this alone opens nothing.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const site = request.headers['sec-fetch-site'];
  return (
    isLoopback(peer) &&
    // a name that points at this machine, or a page of another site, has another host
    isLocalHost(request.headers.host ?? '') &&
    forwarding.every((name) => request.headers[name] === undefined) &&
    (site === undefined || site === 'none' || site === 'same-origin')
  );
}
