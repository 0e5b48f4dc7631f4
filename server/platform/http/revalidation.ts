import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a handler answers when the client already has the current reply (HTTP 304). */
export const notModified: unique symbol = Symbol('not modified');

/** The entity tags of an `If-None-Match` header, without their weakness prefix. */
const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/**
 * Gives the reply an ETag.
 * @param tag identifies the reply among all of its address, in characters of a base64url text
 * @returns whether the client has this reply; the handler then answers {@link notModified}.
 */
export function hasTag(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tag: string,
): boolean {
  // weak, because the same reply is sent with several encodings
  reply.header('etag', `W/"${tag}"`);
  return tagsOf(request.headers['if-none-match']).includes(`"${tag}"`);
}

/**
 * Lets the client keep the reply and ask for it again with its version: sets `private, no-cache` and the ETag.
 * @param version what the reply is made from, in characters of a base64url text
 * @returns whether the client has this version; the handler then answers {@link notModified}.
 */
export function hasVersion(
  received: { request: FastifyRequest; reply: FastifyReply },
  version: string,
): boolean {
  received.reply.header('cache-control', 'private, no-cache');
  return hasTag(received, version);
}
