import { createHmac } from 'node:crypto';
import { receiveConnectionEvent } from '@mailcall/contract/connections.ts';
import { reportTwilioCall } from '@mailcall/contract/ingest.ts';
import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { callRailSignature } from '../../server/features/connectors/callrail/calls.ts';
import { ctmSignature } from '../../server/features/connectors/calltrackingmetrics/calls.ts';
import { addConnection, addSecret, addTwilioWebhook } from '../../server/features/connectors/index.ts';
import { timedSignature } from '../../server/features/connectors/printer.ts';
import { signatureOf as twilioSignature } from '../../server/features/connectors/twilio/signature.ts';
import { openSealedTexts } from '../../server/platform/sealed-text.ts';
import type { TestApp } from '../support/test-app.ts';
import { writtenQuery } from './written-query.ts';

export interface SentFile {
  params?: Record<string, string>;
  type: string;
  /** Value that may be spoiled before it is written. */
  value: unknown;
  write: (value: unknown) => Buffer;
  /** Headers that sign the bytes, which may be malformed: the system itself may send such. */
  sign?: (body: Buffer, request: { address: string; now: Date }) => Record<string, string>;
}

const secret = 'mailcall:secret-of-the-system';
const secondsOf = (now: Date) => String(Math.floor(now.getTime() / 1000));

const asJson = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
const asForm = (value: unknown) => Buffer.from(writtenQuery(value));
const cellOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const asRows = (value: unknown) => {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : { value });
  return Buffer.from(
    `${entries.map(([name]) => name).join('|')}\n${entries.map(([, cell]) => cellOf(cell)).join('|')}\n`,
  );
};
const base64 = (value: unknown) => asJson(value).toString('base64url');
const asToken = (value: unknown) => {
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(value)}`;
  return Buffer.from(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`);
};

const lobEvent = {
  id: 'evt_1',
  event_type: { id: 'postcard.delivered', resource: 'postcards' },
  date_created: '2026-03-05T18:00:00.000Z',
  body: { id: 'psc_1', metadata: { mailcall_campaign: 'own-mailing' } },
};
const postgridEvent = {
  type: 'letter.updated',
  exp: 4_102_444_800,
  data: {
    id: 'letter_1',
    status: 'completed',
    imbStatus: 'entered_mail_stream',
    imbDate: '2026-03-05T18:00:00.000Z',
    updatedAt: '2026-03-05T18:00:00.000Z',
    metadata: { mailcall_campaign: 'own-mailing' },
  },
};
const scan = {
  imb: '0070090123456700010080302',
  scanDatetime: '2026-03-05T18:00:00Z',
  mailPhase: 'Phase 4c',
};
const callOf = (more: object) => ({
  direction: 'inbound',
  duration: 41,
  start_time: '2026-03-11T08:57:30.119-06:00',
  updated_at: '2026-03-11T14:59:30.119Z',
  customer_name: 'Jordan Example',
  customer_phone_number: '+13035550199',
  tracking_phone_number: '+15555550100',
  tags: [{ name: 'new' }],
  ...more,
});
const railCall = callOf({
  resource_id: 'CAL1',
  company_resource_id: 'COM1',
  answered: true,
  voicemail: false,
});
const ctmCall = callOf({ id: 1, account_id: 5, dial_status: 'answered', tracking_number: '+15555550100' });

type Sign = NonNullable<SentFile['sign']>;
const byLob: Sign = (body, { now }) => ({
  'lob-signature': timedSignature(secondsOf(now), body, secret),
  'lob-signature-timestamp': secondsOf(now),
});
const byPostgrid: Sign = (body, { now }) => ({
  'postgrid-signature': `t=${secondsOf(now)},v1=${timedSignature(secondsOf(now), body, secret)}`,
});
const byPassword: Sign = () => ({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` });
const byCallRail: Sign = (body) => ({ signature: callRailSignature(body, secret) });
const byCtm: Sign = (body, { now }) => ({
  'x-ctm-time': secondsOf(now),
  'x-ctm-signature': ctmSignature(secondsOf(now), body, secret),
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const posted: Record<ConnectionKind, Omit<SentFile, 'params'>[]> = {
  lob: [{ type: json, value: lobEvent, write: asJson, sign: byLob }],
  postgrid: [
    { type: json, value: postgridEvent, write: asJson, sign: byPostgrid },
    { type: 'application/jwt', value: postgridEvent, write: asToken },
  ],
  'informed-visibility': [
    { type: json, value: { data: [scan, scan] }, write: asJson, sign: byPassword },
    { type: 'text/csv', value: scan, write: asRows, sign: byPassword },
  ],
  callrail: [
    { type: json, value: railCall, write: asJson, sign: byCallRail },
    { type: form, value: railCall, write: asForm, sign: byCallRail },
  ],
  calltrackingmetrics: [{ type: json, value: ctmCall, write: asJson, sign: byCtm }],
};

export async function addPostingSystems({
  database,
  environment,
  clock,
}: Pick<TestApp, 'database' | 'environment' | 'clock'>): Promise<ReadonlyMap<AnyRoute, readonly SentFile[]>> {
  const sealedTexts = await openSealedTexts(environment);
  const now = clock.now();
  const events: SentFile[] = [];
  for (const kind of Object.keys(posted) as ConnectionKind[]) {
    const connection = `${kind}-main`;
    await database.transaction(async (transaction) => {
      await addConnection(transaction, { name: connection, kind }, now);
      await addSecret(transaction, sealedTexts, { connection, purpose: 'webhook', secret, keepDays: 0 }, now);
    });
    events.push(...posted[kind].map((file) => ({ ...file, params: { connectionId: connection } })));
  }
  await database.transaction(async (transaction) => {
    await addConnection(transaction, { name: 'rail-main', kind: 'callrail' }, now);
    await addSecret(
      transaction,
      sealedTexts,
      { connection: 'rail-main', purpose: 'webhook', secret, keepDays: 0 },
      now,
    );
  });
  const address = await addTwilioWebhook(
    database.kysely,
    { sealedTexts, publicUrl: environment.publicUrl },
    { name: 'Twilio', accountSid: 'AC01', token: secret },
    now,
  );
  const report: SentFile = {
    params: { webhookId: /twilio\/([^/]+)/.exec(address)?.[1] ?? '' },
    type: form,
    value: {
      AccountSid: 'AC01',
      CallSid: 'CA0123456789',
      CallStatus: 'completed',
      CallDuration: '41',
      To: '+15555550100',
      From: '+13035550199',
    },
    write: asForm,
    sign: (body, { address: path }) => ({
      'x-twilio-signature': twilioSignature(
        secret,
        environment.publicUrl + path,
        new URLSearchParams(body.toString()),
      ),
    }),
  };
  return new Map<AnyRoute, readonly SentFile[]>([
    [receiveConnectionEvent, events],
    [reportTwilioCall, [report]],
  ]);
}
