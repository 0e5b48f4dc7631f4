import { callHandler, giveApiKey, jsonEvent, sampleId, sampleNumber } from '../call-handler.ts';
import type { KindHandler } from '../kind-handler.ts';
import { callRail, callRailSignature, isCallRailSigned } from './calls.ts';

export const callRailKind: KindHandler = callHandler(
  callRail,
  {
    kind: 'callrail',
    webhookSecret: 'the signing key of the company',
    account: 'the id of the account, ACC…',
    setUp: (address, name) => [
      'At CallRail, for the company: Integrations, Webhooks. Enter this address for Post-call and for Call Modified:',
      `  ${address}`,
      'The signing key is the one on that page; each company has its own, and so its own connection.',
      giveApiKey(name, 'an API key'),
    ],
  },
  {
    types: ['application/json', 'application/x-www-form-urlencoded'],
    isSigned: isCallRailSigned,
    sample(secret, now) {
      const event = jsonEvent({
        resource_id: `CAL-${sampleId}`,
        company_resource_id: `COM-${sampleId}`,
        direction: 'inbound',
        answered: true,
        voicemail: false,
        duration: 60,
        customer_name: 'Sample Caller',
        customer_phone_number: '+13035550199',
        tracking_phone_number: sampleNumber,
        start_time: now.toISOString(),
      });
      return { ...event, headers: { ...event.headers, signature: callRailSignature(event.body, secret) } };
    },
  },
);
