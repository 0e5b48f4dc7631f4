import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { callRailSignature, isCallRailSigned } from './callrail/calls.ts';
import { ctmSignature, isCtmSigned } from './calltrackingmetrics/calls.ts';

test('computes the HMAC-SHA1 of RFC 2202', () => {
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
  const data = Buffer.from('what do ya want for nothing?');
  expect(hex(callRailSignature(data, 'Jefe'))).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79');
  expect(hex(ctmSignature('what do ya ', Buffer.from('want for nothing?'), 'Jefe'))).toBe(
    'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  );
});

const body = Buffer.from('{"resource_id":"CAL1","name":"Zoë"}');
const key = 'signing-key';

test.each<[string, unknown, boolean]>([
  ['of the body', createHmac('sha1', key).update(body).digest('base64'), true],
  ['with another key', createHmac('sha1', 'other').update(body).digest('base64'), false],
  ['in hexadecimal', createHmac('sha1', key).update(body).digest('hex'), false],
  ['with SHA-256', createHmac('sha256', key).update(body).digest('base64'), false],
  ['of another body', createHmac('sha1', key).update(`${body.toString()} `).digest('base64'), false],
  ['shortened', createHmac('sha1', key).update(body).digest('base64').slice(0, 10), false],
  ['empty', '', false],
  ['missing', undefined, false],
  ['twice', [createHmac('sha1', key).update(body).digest('base64')], false],
])('a signature of CallRail that is %s', (_, signature, expected) => {
  expect(isCallRailSigned({ body, headers: { signature: signature as string } }, key)).toBe(expected);
});

const now = new Date('2026-03-11T15:00:00Z');
const seconds = now.getTime() / 1000;

test.each<[string, string | undefined, boolean]>([
  ['now', String(seconds), true],
  ['14 minutes ago', String(seconds - 14 * 60), true],
  ['as HTTP writes it', 'Wed, 11 Mar 2026 14:59:00 GMT', true],
  ['as ISO 8601 writes it', '2026-03-11T14:59:00Z', true],
  ['16 minutes ago', String(seconds - 16 * 60), false],
  ['in 4 minutes', String(seconds + 4 * 60), true],
  ['in 6 minutes', String(seconds + 6 * 60), false],
  ['no time', 'soon', false],
  ['empty', '', false],
  ['missing', undefined, false],
])('a time of CallTrackingMetrics that is %s', (_, time, expected) => {
  const signature = ctmSignature(time ?? '', body, key);
  const headers = { 'x-ctm-signature': signature, ...(time !== undefined && { 'x-ctm-time': time }) };
  expect(isCtmSigned({ body, headers }, key, now)).toBe(expected);
  expect(isCtmSigned({ body, headers }, 'other', now)).toBe(false);
  expect(isCtmSigned({ body, headers: { ...headers, 'x-ctm-time': String(seconds - 1) } }, key, now)).toBe(
    false,
  );
});
