import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { isLoopback } from '../../platform/env.ts';
import { notFound } from '../../platform/http/problems.ts';
import { escapeHtml } from './letter.ts';
import type { Outbox } from './outbox.ts';
import { failureText, momentText, type UnsentMessage } from './unsent-messages.ts';

/** Headers that say that somebody else's request was passed on to us. */
const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether a request comes from a person at this very machine: whoever reads the outbox can be anybody. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  // a name that points at this machine, or a page of another site, has another host
  const host = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(request.headers.host ?? '');
  const site = request.headers['sec-fetch-site'];
  return (
    isLoopback(peer) &&
    host &&
    forwarding.every((name) => request.headers[name] === undefined) &&
    (site === undefined || site === 'none' || site === 'same-origin')
  );
}

/** Serves `/outbox`: the messages that were not sent, on the embedded database alone; else 404. */
export function serveOutbox(
  http: FastifyInstance,
  { database, outbox }: { database: Database; outbox: Outbox },
): void {
  http.get('/outbox', async (request, reply) => {
    if (!database.embedded || !isFromThisMachine(request)) throw notFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(await outbox.unsent()));
  });
}

/** Text with its addresses made into links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function article(message: UnsentMessage): string {
  const { channel, recipient, subject, text, writtenAt } = message;
  const kind = channel === 'email' ? 'E-mail' : 'Text message';
  const failure = failureText(message);
  return [
    `<article data-channel="${channel}" data-recipient="${escapeHtml(recipient)}">`,
    `<h2>${escapeHtml(subject ?? kind)}</h2>`,
    `<p class="meta">${kind} to ${escapeHtml(recipient)}, <time datetime="${writtenAt.toISOString()}">${momentText(writtenAt)}</time></p>`,
    failure === null ? '' : `<p class="failure">${escapeHtml(failure)}</p>`,
    text === null ? '<p>Its text is forgotten: what it held has ended.</p>' : `<pre>${linked(text)}</pre>`,
    '</article>',
  ].join('');
}

const style = [
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:24px 16px}',
  'article{border:1px solid #8884;border-radius:12px;padding:16px 20px;margin:16px 0}h1{font-size:24px}h2{font-size:18px;margin:0}',
  '.failure{border-left:4px solid #c92a2a;margin:0 0 12px;padding-left:12px}.meta{opacity:.75;margin:4px 0 12px;font-size:14px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}',
].join('');

function page(messages: readonly UnsentMessage[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Outbox</title><style>${style}</style></head><body><h1>Outbox</h1>`,
    '<p>Mails and text messages that no configured service takes away, that wait for their turn, or that could not be sent.',
    ' Only this machine sees this page.</p>',
    messages.length === 0 ? '<p>Nothing has been written yet.</p>' : messages.map(article).join(''),
    '</body></html>',
  ].join('');
}
