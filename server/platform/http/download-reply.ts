import type { FastifyReply, FastifyRequest } from 'fastify';
import { TurnsByKey } from '../turns.ts';
import { clientLeft } from './client-left.ts';
import { busy, notAllowed, Problem } from './problems.ts';

/** The one-time URL must not reach caches or other sites' logs. Throws 405 for HEAD, so that a prefetch does not consume the token. */
export function prepareDownload(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  if (request.method === 'HEAD') throw new Problem(405, 'Use GET.', { headers: { allow: 'GET' } });
}

export function setFileHeaders(reply: FastifyReply, file: { name: string; mediaType: string }): void {
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': `attachment; filename="${file.name}"`,
    'x-content-type-options': 'nosniff',
  });
}

/** Download turns by contact: two run at once, ten wait. */
export const downloadTurns = (): TurnsByKey =>
  new TurnsByKey({
    atOnce: 2,
    waiting: 10,
    refusal: () =>
      busy(10, 'Too many of your downloads are under way. Please try again when one of them is done.'),
  });

/** Skips clients that have left. */
export async function sendInTurn(
  downloads: TurnsByKey,
  contactId: string,
  reply: FastifyReply,
  send: () => Promise<unknown>,
): Promise<void> {
  await downloads.run(contactId, send, clientLeft(reply)).catch((error: unknown) => {
    if (!reply.raw.destroyed) throw error;
    reply.hijack();
  });
}

/** 403: used, expired or unknown. */
export const downloadUsed = () =>
  notAllowed('This download was used already or took too long to begin. Press Download again.');
