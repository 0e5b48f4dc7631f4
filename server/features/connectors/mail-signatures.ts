import { createHmac } from 'node:crypto';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { errors, jwtVerify } from 'jose';
import { equalTexts } from '../../platform/signed-texts.ts';
import type { PostedEvent } from './kind-handler.ts';

/** Milliseconds by which the time of a signature may differ from now, so that a recorded request is refused later. */
const allowedDifference = minutes(5);

/** Reads seconds or milliseconds since 1970; the number of digits tells them apart today. */
function readInstant(text: string): number | null {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return null;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}
const isNow = (text: string, now: Date) => {
  const time = readInstant(text);
  return time !== null && Math.abs(time - now.getTime()) <= allowedDifference;
};

/** The hex HMAC-SHA256 of a time, a period and the bytes of the body. */
export const timedSignature = (time: string, body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');

const headerOf = ({ headers }: PostedEvent, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Whether Lob signed an event with the secret of its webhook, within five minutes. */
export function isSignedByLob(event: PostedEvent, secret: string, now: Date): boolean {
  const time = headerOf(event, 'lob-signature-timestamp');
  const isEqual = equalTexts(timedSignature(time, event.body, secret), headerOf(event, 'lob-signature'));
  return isEqual && isNow(time, now);
}

/** The token in a body that is one, as such or as a text of JSON; null for other bodies. */
const tokenOf = (body: Buffer): string | null =>
  /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/.exec(
    body.length < 1024 * 1024 ? body.toString('latin1') : '',
  )?.[1] ?? null;

/** The claims of a token that PostGrid signed with the secret within five minutes and that has not expired; null for others. */
async function claimsOf(token: string, secret: string, now: Date): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      // the token names its algorithm itself; no other is ever taken
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: allowedDifference / 1000,
    });
    // its end may be far away: a recorded token would be good until then
    const isRecent =
      payload.iat !== undefined && Math.abs(payload.iat * 1000 - now.getTime()) <= allowedDifference;
    return isRecent ? payload : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Whether PostGrid signed an event with the secret of its webhook: the whole body as a token, or in a header, within five minutes. */
export async function isSignedByPostgrid(event: PostedEvent, secret: string, now: Date): Promise<boolean> {
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

/**
 * Content of a signed body of PostGrid: the claims of the token, or the JSON.
 * @throws {SyntaxError} if it is neither
 */
export function bodyOfPostgrid(body: Buffer): unknown {
  const claims = tokenOf(body)?.split('.')[1];
  return JSON.parse(
    claims === undefined ? body.toString('utf8') : Buffer.from(claims, 'base64url').toString('utf8'),
  );
}

/** Whether a request has the name and the password, `name:password`, that the post was given for its posts. */
export function hasPassword(event: PostedEvent, secret: string): boolean {
  const [, given = ''] = /^Basic\s+(\S+)$/i.exec(headerOf(event, 'authorization')) ?? [];
  return equalTexts(Buffer.from(secret).toString('base64'), given);
}
