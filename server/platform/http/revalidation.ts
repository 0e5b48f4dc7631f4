import type { FastifyReply, FastifyRequest } from 'fastify';

/** 304: the client already has the current reply. */
export const notModified: unique symbol = Symbol('not modified');

/** Without the weakness prefix. */
const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/**
 * Sets the reply's ETag.
 * @param tag identifies the reply among all replies at its URL, in base64url characters
 * @returns whether the client has this reply; the handler then returns {@link notModified}
 */
export function hasTag(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tag: string,
): boolean {
  // weak, because encodings of one reply share it
  reply.header('etag', `W/"${tag}"`);
  return tagsOf(request.headers['if-none-match']).includes(`"${tag}"`);
}

/**
 * Lets the client cache the reply but revalidate it: sets `private, no-cache` and the ETag.
 * @param version version of the reply's data, in base64url characters
 * @returns whether the client has this version; the handler then returns {@link notModified}
 */
export function hasVersion(
  received: { request: FastifyRequest; reply: FastifyReply },
  version: string,
): boolean {
  received.reply.header('cache-control', 'private, no-cache');
  return hasTag(received, version);
}
