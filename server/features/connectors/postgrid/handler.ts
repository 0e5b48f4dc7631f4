import { createHmac } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { KindHandler, PostedEvent } from '../kind-handler.ts';
import { mailWebhook } from '../receive-mail-events.ts';
import {
  allowedDifference,
  headerOf,
  isNow,
  keyLine,
  maxPrinterEvent,
  metadataLine,
  readAgain,
  timedSignature,
} from '../printer.ts';
import { readPostgridEvent } from './pieces.ts';

/** The body as such or as a JSON text; null if it is no token. */
const tokenOf = (body: Buffer): string | null =>
  /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/.exec(
    body.length < 1024 * 1024 ? body.toString('latin1') : '',
  )?.[1] ?? null;

/** Null unless PostGrid signed the token within five minutes and it has not expired. */
async function claimsOf(token: string, secret: string, now: Date): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      // never the algorithm that the token names
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: allowedDifference / 1000,
    });
    // its expiry may be far away: a recorded token would be good until then
    const isRecent =
      payload.iat !== undefined && Math.abs(payload.iat * 1000 - now.getTime()) <= allowedDifference;
    return isRecent ? payload : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The whole body as a token, or a signature in a header, within five minutes. */
async function isSignedByPostgrid(event: PostedEvent, secret: string, now: Date): Promise<boolean> {
  const token = tokenOf(event.body);
  if (token !== null) return (await claimsOf(token, secret, now)) !== null;
  const parts = headerOf(event, 'postgrid-signature')
    .split(',')
    .map((part) => /^(\w+)=(.*)$/.exec(part.trim()) ?? [])
    .map(([, name, value]) => ({ name, value }));
  const time = parts.find(({ name }) => name === 't')?.value ?? '';
  const expected = timedSignature(time, event.body, secret);
  const isEqual = parts.filter(({ name, value }) => name === 'v1' && equalTexts(expected, value)).length > 0;
  return isEqual && isNow(time, now);
}

/** The claims of the token, or the JSON. @throws {SyntaxError} if it is neither */
function bodyOfPostgrid(body: Buffer): unknown {
  const claims = tokenOf(body)?.split('.')[1];
  return JSON.parse(
    claims === undefined ? body.toString('utf8') : Buffer.from(claims, 'base64url').toString('utf8'),
  );
}

export const postgridKind: KindHandler = {
  kind: 'postgrid',
  title: 'PostGrid',
  webhookSecret: 'the secret of the webhook',
  assignedTo: 'mailing',
  setUp: (address, name) => [
    'At PostGrid, under Webhooks, create a webhook:',
    `  URL: ${address}`,
    '  events: letter.updated, postcard.updated and self_mailer.updated, as far as you send them',
    '  payload format: JWT or JSON',
    metadataLine,
    keyLine('the live key of the API', name),
  ],
  bringParked: readAgain,
  webhook: mailWebhook('PostGrid', {
    types: ['application/json', 'application/jwt', 'text/plain'],
    maxBytes: maxPrinterEvent,
    isSigned: isSignedByPostgrid,
    read: ({ body }, now) => readPostgridEvent(bodyOfPostgrid(body), now),
    sample(secret, now) {
      const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
      const seconds = Math.floor(now.getTime() / 1000);
      const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ type: 'mailcall.test', iat: seconds })}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      return { body: Buffer.from(`${signed}.${signature}`), headers: { 'content-type': 'application/jwt' } };
    },
  }),
};
