import type { FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';

/** The maximum length of a header's name and of its value, in bytes. Long addresses are in the request line. */
const longestHeader = 8 * 1024;

/**
 * Refuses a request with a long header before anything reads it. A header that comes several times counts with all of its values.
 * @throws {Problem} 431, naming the header.
 */
export function checkHeaders({ raw }: FastifyRequest): void {
  const long = Object.entries(raw.headers).find(
    ([name, value]) => Math.max(name.length, String(value).length) > longestHeader,
  );
  if (!long) return;
  // what answers reads headers too
  raw.headers = {};
  const message = `The header ${long[0].slice(0, 60)} has more than 8 KB.`;
  throw new Problem(431, message, { kind: 'fail', data: { request: message } });
}
