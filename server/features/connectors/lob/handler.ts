import { equalTexts } from '../../../platform/signed-texts.ts';
import type { KindHandler, PostedEvent } from '../kind-handler.ts';
import { mailWebhook } from '../receive-mail-events.ts';
import {
  headerOf,
  isNow,
  keyLine,
  maxPrinterEvent,
  metadataLine,
  readAgain,
  timedSignature,
} from '../printer.ts';
import { readLobEvent } from './pieces.ts';

function isSignedByLob(event: PostedEvent, secret: string, now: Date): boolean {
  const time = headerOf(event, 'lob-signature-timestamp');
  const isEqual = equalTexts(timedSignature(time, event.body, secret), headerOf(event, 'lob-signature'));
  return isEqual && isNow(time, now);
}

export const lobKind: KindHandler = {
  kind: 'lob',
  title: 'Lob',
  webhookSecret: 'the secret of the webhook',
  assignedTo: 'mailing',
  setUp: (address, name) => [
    'At Lob, under Webhooks, create a webhook of the live environment:',
    `  URL: ${address}`,
    '  events: mailed, in_transit, in_local_area, processed_for_delivery, delivered, re-routed and returned_to_sender of',
    '    the kinds that you send (postcards, letters, self-mailers)',
    metadataLine,
    keyLine('the live secret key of the API', name),
  ],
  bringParked: readAgain,
  webhook: mailWebhook('Lob', {
    types: ['application/json'],
    maxBytes: maxPrinterEvent,
    isSigned: isSignedByLob,
    read: ({ body }) => readLobEvent(JSON.parse(body.toString('utf8'))),
    sample(secret, now) {
      const body = Buffer.from(
        JSON.stringify({
          id: 'evt_mailcall_test',
          event_type: { id: 'postcard.rendered_pdf' },
          date_created: now.toISOString(),
          body: { id: 'psc_mailcall_test' },
        }),
      );
      const time = String(now.getTime());
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'lob-signature': timedSignature(time, body, secret),
          'lob-signature-timestamp': time,
        },
      };
    },
  }),
};
