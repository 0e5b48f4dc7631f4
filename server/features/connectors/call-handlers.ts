import { storeBody } from './call-bodies.ts';
import { importFeed } from '../ingest/index.ts';
import { Preview } from '../mapping/index.ts';
import type { KindHandler, KindWebhook, PostedEvent } from './kind-handler.ts';
import { modifiedAtOf } from './call-kind.ts';
import { callRailSignature, isCallRailSigned } from './callrail/calls.ts';
import { callKindOf } from './call-kinds.ts';
import { ctmSignature, isCtmSigned } from './calltrackingmetrics/calls.ts';
import { countCalls, listUnfinishedCalls } from './call-counts.ts';
import { mapCalls, mappingOf, readCallMapping, readyMapping } from './import-calls.ts';
import { noteCall, replayCalls, requestImport, reworkParkedCalls } from './waiting-calls.ts';

/** The most bytes of an event: a call with all that a service knows of it takes a few thousand. */
const maxBytes = 1024 * 1024;

/** Number called in samples; no line has it. */
const sampleNumber = '+13035550100';
/** Id of samples, behind the prefix of a system's ids. No call has it: real ids are digits or hexadecimal. */
const sampleId = 'mailcall-test';

/** How to give a connection the key of its system's API. */
const giveApiKey = (name: string, key: string) =>
  `Events only name the call, which is then read from the API. Give ${key} on standard input of: npm run cli -- connections rotate ${name} --api`;

const jsonEvent = (value: object) => ({
  body: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
});

/** Parts that all kinds of systems with calls share. */
function callHandler(
  given: Pick<KindHandler, 'kind' | 'title' | 'webhookSecret' | 'account' | 'secretForms' | 'setUp'>,
  webhook: Pick<KindWebhook, 'types' | 'isSigned' | 'sample'>,
): KindHandler {
  const { kind } = given;
  const { readEvent } = callKindOf(kind);
  return {
    ...given,
    assignedTo: 'tracking line',
    readyMapping: () => readyMapping(kind),
    checkMapping: (text) => void readCallMapping('mapping.yaml', text),
    webhook: {
      ...webhook,
      maxBytes,
      async receive(transaction, { body, headers, connection, now, sealedTexts }) {
        const { name } = connection;
        const { callId, leftOut, row, isWhole } = readEvent(body, headers);
        await noteCall(transaction, { connection: name, callId, leftOut, now });
        if (leftOut !== null) return;
        const modifiedAt = isWhole ? modifiedAtOf(row, now) : null;
        await storeBody(transaction, sealedTexts, { connection: name, callId, body, row, modifiedAt }, now);
        await requestImport(transaction, name);
      },
    },
    async dryRun(dependencies, connection, { body, headers }) {
      const { database, files, clock } = dependencies;
      const { row, leftOut } = readEvent(body, headers);
      if (leftOut !== null) return { lines: [`It ${leftOut}, and would be left out.`], failed: false };
      const { mapping } = await mappingOf(database.kysely, connection);
      const preview = new Preview(mapping);
      const [outcome] = await mapCalls(dependencies, connection, [row], { mapping, preview }, (source) =>
        importFeed(database, source, { files, clock, dryRun: true }),
      );
      const result = outcome?.reference
        ? `It would be parked under ${outcome.reference}: it ${outcome.reason}.`
        : `It would be ${outcome?.state}${outcome?.reason ? `: ${outcome.reason}` : ''}.`;
      const lines = [...(await preview.lines(database.kysely)), result];
      return { lines, failed: outcome?.state === 'failed' };
    },
    countEvents: countCalls,
    listUnfinished: listUnfinishedCalls,
    requestWaiting: (transaction, { name }) => requestImport(transaction, name),
    replay: (transaction, { connection, since }) =>
      replayCalls(transaction, { connection: connection.name, since }),
    reworkParked: (transaction, { connection, reference, now }) =>
      reworkParkedCalls(transaction, { connection: connection.name, reference, now }),
  };
}

/** CallRail: webhooks of a company after a call, and when a call was modified. */
export const callRailKind: KindHandler = callHandler(
  {
    kind: 'callrail',
    title: 'CallRail',
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
    sample(secret, now): PostedEvent {
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

/** CallTrackingMetrics: webhooks of an account at the end of a call. */
export const callTrackingMetricsKind: KindHandler = callHandler(
  {
    kind: 'calltrackingmetrics',
    title: 'CallTrackingMetrics',
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
    sample(secret, now): PostedEvent {
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
