import { callHandler, giveApiKey, jsonEvent, sampleId, sampleNumber } from '../call-handler.ts';
import type { KindHandler } from '../kind-handler.ts';
import { callTrackingMetrics, ctmSignature, isCtmSigned } from './calls.ts';

export const callTrackingMetricsKind: KindHandler = callHandler(
  callTrackingMetrics,
  {
    kind: 'calltrackingmetrics',
    webhookSecret: 'the secret key of the account',
    account: 'the number of the account',
    secretForms: { api: 'ACCESS_KEY:SECRET_KEY' },
    setUp: (address, name) => [
      'At CallTrackingMetrics, for the account: Settings, Integrations, Webhooks. Add one for the end of calls, as JSON, to this address:',
      `  ${address}`,
      'The secret key is that of the account’s API.',
      giveApiKey(name, 'the access key and the secret key, as ACCESS_KEY:SECRET_KEY,'),
    ],
  },
  {
    types: ['application/json'],
    isSigned: isCtmSigned,
    sample(secret, now) {
      const time = String(Math.floor(now.getTime() / 1000));
      const event = jsonEvent({
        id: sampleId,
        account_id: sampleId,
        direction: 'inbound',
        dial_status: 'answered',
        duration: 60,
        name: 'Sample Caller',
        caller_number: '+13035550199',
        tracking_number: sampleNumber,
        unix_time: Number(time),
      });
      const signature = ctmSignature(time, event.body, secret);
      return { ...event, headers: { ...event.headers, 'x-ctm-time': time, 'x-ctm-signature': signature } };
    },
  },
);
