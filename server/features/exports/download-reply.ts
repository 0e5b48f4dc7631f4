import type { FastifyReply, FastifyRequest } from 'fastify';
import { spreadsheetMediaType } from '../../platform/spreadsheet/index.ts';
import { Problem } from '../../platform/http/problems.ts';

/**
 * Sets the headers of every reply to a one-time address, errors included: the address must not reach caches or the logs
 * of other sites.
 * @throws {Problem} 405 for HEAD, so that a prefetch does not use the token.
 */
export function prepareDownload(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  if (request.method === 'HEAD') throw new Problem(405, 'Use GET.', { headers: { allow: 'GET' } });
}

/** Sets the headers of a workbook with the name under which browsers save it. */
export function setFileHeaders(reply: FastifyReply, fileName: string): void {
  reply.headers({
    'content-type': spreadsheetMediaType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
  });
}
