import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { busy, Problem } from '../../../platform/http/problems.ts';
import { timeLimit } from '../../../platform/time-limit.ts';

const megabyte = 1024 * 1024;

export interface BodyLimits {
  /** Bytes after decompression. */
  bytes: number;
  /** Milliseconds from the first byte to the last. */
  time: number;
  /** Rejects when the body is no longer wanted, with the error for its sender. */
  stopped?: Promise<never>;
}

const tooLarge = (bytes: number) =>
  new Problem(413, `The body is larger than ${bytes / megabyte} MB. Send it in parts.`);

/** Throws 413 if the body is larger, 408 if it takes longer, 400 without a body. */
export async function* bodyOf(request: FastifyRequest, limits: BodyLimits): AsyncGenerator<Buffer> {
  const { body } = request;
  if (!(body instanceof Readable)) throw new Problem(400, 'Send the data as the body of the request.');
  const isPlain = request.headers['content-encoding'] === undefined;
  if (isPlain && Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits.bytes);
  const expired = Promise.withResolvers<never>();
  const clear = timeLimit(limits.time, () =>
    expired.reject(new Problem(408, 'The body took too long to arrive.')),
  );
  // destroying the request itself would end the connection before the answer
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let bytes = 0;
  let isWhole = false;
  try {
    for (;;) {
      const next = await Promise.race([
        chunks.next(),
        expired.promise,
        ...(limits.stopped ? [limits.stopped] : []),
      ]);
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

interface HeldBody {
  bytes: number;
  stop(error: Error): void;
}

/** Above the limit, the body that has been arriving for longest is given up: slow senders hold up no one. */
export class HeldBodies {
  readonly #most: number;
  readonly #arriving = new Set<HeldBody>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Keeps the body while `work` runs. Throws as {@link bodyOf}, and 429 if the body is given up. */
  async hold<Result>(
    request: FastifyRequest,
    limits: BodyLimits,
    work: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
    stopped.catch(() => undefined);
    const held: HeldBody = { bytes: 0, stop };
    this.#arriving.add(held);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of bodyOf(request, { ...limits, stopped })) {
        if (!this.#arriving.has(held)) await stopped;
        chunks.push(chunk);
        held.bytes += chunk.length;
        this.#bytes += chunk.length;
        this.#makeRoom();
      }
      if (!this.#arriving.delete(held)) await stopped;
      return await work(Buffer.concat(chunks));
    } finally {
      this.#arriving.delete(held);
      this.#bytes -= held.bytes;
    }
  }

  /** Gives up bodies that have been arriving for longest until the rest has room. */
  #makeRoom(): void {
    for (const held of this.#arriving) {
      if (this.#bytes <= this.#most) return;
      this.#arriving.delete(held);
      this.#bytes -= held.bytes;
      held.bytes = 0;
      held.stop(busy(2, 'Too much at once. Send this again in a moment, or faster.'));
    }
  }
}

/** Throws as {@link bodyOf}. */
export async function wholeBody(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
