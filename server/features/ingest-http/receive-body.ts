import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/http/problems.ts';
import { timeLimit } from '../../platform/time-limit.ts';

const megabyte = 1024 * 1024;

/** How much of a body is taken, and for how long. */
export interface BodyLimits {
  /** Bytes after decompression. */
  bytes: number;
  /** Milliseconds from the first byte to the last. */
  time: number;
}

// what is left of the body is not read: the connection ends
const refused = (status: number, message: string) =>
  new Problem(status, message, { headers: { connection: 'close' } });

const tooLarge = (bytes: number) =>
  refused(413, `The body is larger than ${bytes / megabyte} MB. Send it in parts.`);

/**
 * Reads the body of a request piece by piece, within limits.
 * @throws {Problem} 413 when it is larger, 408 when it takes longer; 400 without a body
 */
export async function* bodyOf(request: FastifyRequest, limits: BodyLimits): AsyncGenerator<Buffer> {
  const { body } = request;
  if (!(body instanceof Readable)) throw new Problem(400, 'Send the data as the body of the request.');
  const isPlain = request.headers['content-encoding'] === undefined;
  if (isPlain && Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits.bytes);
  const expired = Promise.withResolvers<never>();
  const clear = timeLimit(limits.time, () =>
    expired.reject(refused(408, 'The body took too long to arrive.')),
  );
  // destroying the request itself would end the connection before the answer
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let bytes = 0;
  let isWhole = false;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), expired.promise]);
      if (next.done) break;
      bytes += next.value.length;
      if (bytes > limits.bytes) throw tooLarge(limits.bytes);
      yield next.value;
    }
    isWhole = true;
  } finally {
    clear();
    if (!isWhole && body !== request.raw) body.destroy();
  }
}

/**
 * The whole body of a request.
 * @throws {Problem} as {@link bodyOf}
 */
export async function wholeBody(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
