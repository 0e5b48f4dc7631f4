import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/env.ts';

const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Accepts a host with or without port. */
export const isLocalHost = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host);

/** Not sufficient alone: a proxy that replaces the host looks the same. */
export function isLocalRequest(request: FastifyRequest): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const site = request.headers['sec-fetch-site'];
  return (
    isLoopback(peer) &&
    // other names of this machine and pages of other sites send other hosts
    isLocalHost(request.headers.host ?? '') &&
    forwarding.every((name) => request.headers[name] === undefined) &&
    (site === undefined || site === 'none' || site === 'same-origin')
  );
}
