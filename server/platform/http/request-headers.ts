import type { FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';

/** Bytes of name and value. Long URLs are in the request line instead. */
const longestHeader = 8 * 1024;

/** Refuses a long header with 431 before anything reads it. Repeated headers count together. */
export function checkHeaders({ raw }: FastifyRequest): void {
  const long = Object.entries(raw.headers).find(
    ([name, value]) => Math.max(name.length, String(value).length) > longestHeader,
  );
  if (!long) return;
  // the response code also reads headers
  raw.headers = {};
  const message = `The header ${long[0].slice(0, 60)} has more than 8 KB.`;
  throw new Problem(431, message, { kind: 'fail', data: { request: message } });
}
