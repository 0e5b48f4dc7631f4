import type { FastifyReply, FastifyRequest } from 'fastify';

export const notModified: unique symbol = Symbol('not modified');

/** Tags without the prefix that marks them as weak. */
const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** `tag` (base64url) identifies the reply among all at its URL. True if the client has it: then return {@link notModified}. */
export function hasTag(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tag: string,
): boolean {
  // weak, because encodings of one reply share it
  reply.header('etag', `W/"${tag}"`);
  return tagsOf(request.headers['if-none-match']).includes(`"${tag}"`);
}

/** Sets `private, no-cache` and the ETag. True if the client has this version: then return {@link notModified}. */
export function hasVersion(
  received: { request: FastifyRequest; reply: FastifyReply },
  version: string,
): boolean {
  received.reply.header('cache-control', 'private, no-cache');
  return hasTag(received, version);
}
