import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { PostedEvent } from '../kind-handler.ts';
import { type CallEvent, type CallKind, isForm, readCallId, readObject, textOf } from '../call-kind.ts';

/** The signature of a body: Base64 of its HMAC-SHA1 with the signing key of the company, in the header `Signature`. */
export const callRailSignature = (body: Buffer, key: string): string =>
  createHmac('sha1', key).update(body).digest('base64');

/** Whether an event was signed with the key. The scheme has no time: that a repeated event changes nothing is why it can be repeated. */
export const isCallRailSigned = ({ body, headers }: PostedEvent, key: string): boolean =>
  equalTexts(callRailSignature(body, key), headers['signature']);

/** Ids of calls begin with this; ids of texts and forms with other letters. */
const callPrefix = 'CAL';

function leftOutOf(callId: string, direction: string): string | null {
  if (!callId.startsWith(callPrefix)) return 'is a text, a form or a chat';
  return direction === 'outbound' ? 'is an outbound call' : null;
}

/** Calls of CallRail: webhooks have the API's fields, but ids under other names. */
export const callRailCalls: CallKind = {
  readEvent(body, headers): CallEvent {
    const posted = readObject(body, headers);
    const callId = readCallId(posted['resource_id'], 'resource_id');
    const company = posted['company_resource_id'] ?? posted['company_id'];
    const caller = posted['customer_phone_number'] ?? posted['customer_number'];
    return {
      callId,
      leftOut: leftOutOf(callId, textOf(posted['direction'])),
      row: { ...posted, id: callId, company_id: company, customer_phone_number: caller },
      isWhole: !isForm(headers),
    };
  },
  callIdOf: ({ id }) => textOf(id),
  calledNumber: ({ tracking_phone_number: number }) => textOf(number),
};
