import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { PostedEvent } from '../kind-handler.ts';
import { type CallEvent, type CallKind, isForm, readCallId, readObject, textOf } from '../call-kind.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds that an event may be late, and that clocks may differ. */
const maxAge = minutes(15);
const maxAhead = minutes(5);

/** The signature of an event: Base64 of the HMAC-SHA1 of its time and body with the account's secret key, in `X-CTM-Signature`. */
export const ctmSignature = (time: string, body: Buffer, key: string): string =>
  createHmac('sha1', key).update(time).update(body).digest('base64');

/** The instant of `X-CTM-Time`: seconds since 1970, or a date as HTTP or ISO 8601 write it. */
const instantOfHeader = (time: string) => (/^\d{9,11}$/.test(time) ? Number(time) * 1000 : Date.parse(time));

/** Whether an event was signed with the key, and lately: a stored event cannot be sent again for long. */
export function isCtmSigned({ body, headers }: PostedEvent, key: string, now: Date): boolean {
  const header = headers['x-ctm-time'];
  const time = typeof header === 'string' ? header : '';
  const signed = equalTexts(ctmSignature(time, body, key), headers['x-ctm-signature']);
  const age = now.getTime() - instantOfHeader(time);
  // no time is neither
  return signed && age <= maxAge && age >= -maxAhead;
}

/** Reason to leave out a call that is not inbound, by its direction. */
function leftOutOf(direction: string): string | null {
  if (direction === 'inbound') return null;
  return direction === 'outbound' ? 'is an outbound call' : 'is a text, a form or a chat';
}

/** Calls of CallTrackingMetrics: webhooks have the fields of the API. */
export const ctmCalls: CallKind = {
  readEvent(body, headers): CallEvent {
    const row = readObject(body, headers);
    return {
      callId: readCallId(row['id'], 'id'),
      leftOut: leftOutOf(textOf(row['direction'])),
      row,
      isWhole: !isForm(headers),
    };
  },
  callIdOf: ({ id }) => textOf(id),
  calledNumber: ({ tracking_number: number }) => textOf(number),
};
