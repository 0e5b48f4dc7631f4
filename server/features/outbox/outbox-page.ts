import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { queryOf } from '../../platform/http/request-query.ts';
import { equalTexts } from '../../platform/signed-texts.ts';
import { escapeHtml } from '@mailcall/contract/rules/mail-layout.ts';
import { isLocalRequest } from './local-request.ts';
import type { Outbox } from './outbox.ts';
import { failureText, instantText, messageText, type UnsentMessage } from './unsent-messages.ts';

/** Hidden from scripts, other sites and other pages. */
const cookieName = 'mailcall-outbox';
/** Seconds */
const cookieLifetime = 60 * 60;

const query = z.object({ key: z.string() });

/** 256 random bits, new at each start. */
export const makeOutboxKey = (): string => randomBytes(32).toString('base64url');

function setKeyCookie(reply: FastifyReply, key: string): void {
  void reply.setCookie(cookieName, key, {
    path: '/outbox',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: cookieLifetime,
  });
}

/** Only with the embedded database, from this machine and with the key; otherwise 404. */
export function serveOutbox(
  http: FastifyInstance,
  { database, outbox, key }: { database: Pick<Database, 'embedded'>; outbox: Outbox; key: string },
): void {
  http.get('/outbox', async (request, reply) => {
    if (!database.embedded || !isLocalRequest(request)) throw notFound();
    void reply.header('cache-control', 'no-store');
    if (equalTexts(key, query.safeParse(queryOf(request)).data?.key)) {
      setKeyCookie(reply, key);
      return reply.redirect('/outbox', 303);
    }
    if (!equalTexts(key, request.cookies[cookieName])) throw notFound();
    setKeyCookie(reply, key);
    return reply.type('text/html; charset=utf-8').send(page(await outbox.unsent()));
  });
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

/** Keeps a mail's HTML from loading or running anything, and opens links in a new tab. */
const framedHead =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'"><base target="_blank">';

/** Shown in a separate origin. */
function frame(html: string): string {
  const framed = html.includes('<head>') ? html.replace('<head>', `<head>${framedHead}`) : framedHead + html;
  return `<iframe title="The mail as HTML" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>`;
}

function article(message: UnsentMessage): string {
  const { channel, recipient, subject, text, html, writtenAt } = message;
  const kind = channel === 'email' ? 'Email' : 'Text message';
  const failure = failureText(message);
  return [
    `<article data-channel="${channel}" data-recipient="${escapeHtml(recipient)}">`,
    `<h2>${escapeHtml(subject ?? kind)}</h2>`,
    `<p class="meta">${escapeHtml(messageText(message))}, <time datetime="${writtenAt.toISOString()}">${instantText(writtenAt)}</time></p>`,
    failure === null ? '' : `<p class="failure">${escapeHtml(failure)}</p>`,
    text === null
      ? '<p>Its text is forgotten: what it held has ended.</p>'
      : `<div class="forms"><pre>${linked(text)}</pre>${html === null ? '' : frame(html)}</div>`,
    '</article>',
  ].join('');
}

const style = [
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.5 system-ui,sans-serif;max-width:1200px;margin:0 auto;padding:24px 16px}',
  'article{border:1px solid #8884;border-radius:12px;padding:16px 20px;margin:16px 0}h1{font-size:24px}h2{font-size:18px;margin:0}',
  '.failure{border-left:4px solid #c92a2a;margin:0 0 12px;padding-left:12px}.meta{opacity:.75;margin:4px 0 12px;font-size:14px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0;min-width:0}',
  '.forms{display:grid;gap:16px}@media(min-width:900px){.forms:has(iframe){grid-template-columns:minmax(0,2fr) minmax(0,3fr)}}',
  'iframe{width:100%;height:480px;border:1px solid #8884;border-radius:8px;background:#fff;box-sizing:border-box}',
].join('');

function page(messages: readonly UnsentMessage[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Outbox</title><style>${style}</style></head><body><main><h1>Outbox</h1>`,
    '<p>Mails and text messages that no configured service takes away, that wait for their turn, or that could not be sent.',
    ' Only this machine sees this page, by the link that the portal printed when it started.</p>',
    messages.length === 0 ? '<p>Nothing has been written yet.</p>' : messages.map(article).join(''),
    '</main></body></html>',
  ].join('');
}
