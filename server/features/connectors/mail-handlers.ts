import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Environment } from '../../platform/env.ts';
import { notValid } from '../../platform/http/problems.ts';
import { checkTexts } from '../../platform/storable-texts.ts';
import type { KindHandler, KindWebhook, PostedEvent } from './kind-handler.ts';
import { readScans, UnreadableScans } from './informed-visibility/scans.ts';
import { campaignMetadata, type MailEvent, openPieceKeys, type PieceKeys } from '../mail-tracking/index.ts';
import { readLobEvent, readPostgridEvent } from './printer-events.ts';
import { receiveMailEvents } from './receive-mail-events.ts';
import {
  bodyOfPostgrid,
  hasPassword,
  isSignedByLob,
  isSignedByPostgrid,
  timedSignature,
} from './mail-signatures.ts';

const maxPrinterEvent = 1024 * 1024;
const maxScans = 4 * 1024 * 1024;

const opened = new WeakMap<Environment, Promise<PieceKeys>>();
/** The keys of an environment, opened once. */
function keysOf(environment: Environment): Promise<PieceKeys> {
  const keys = opened.get(environment) ?? openPieceKeys(environment);
  opened.set(environment, keys);
  return keys;
}

/** Reads a signed body; what cannot be read is answered 400 in a sentence that does not repeat it. */
async function readBody(
  system: string,
  read: () => MailEvent[] | Promise<MailEvent[]>,
): Promise<MailEvent[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof z.ZodError) {
      const path = error.issues[0]?.path.map(String).join('.') || 'body';
      throw notValid({ [path]: `This is not as ${system} sends it.` });
    }
    if (error instanceof SyntaxError) throw notValid({ body: 'Send JSON.' });
    if (error instanceof UnreadableScans) throw notValid({ body: `The body ${error.message}.` });
    throw error;
  }
}

/** A webhook whose bodies are read at once and recorded in the transaction of the answer. */
const webhookOf = (
  system: string,
  {
    read,
    ...webhook
  }: Omit<KindWebhook, 'receive'> & {
    read: (event: PostedEvent, now: Date) => MailEvent[] | Promise<MailEvent[]>;
  },
): KindWebhook => ({
  ...webhook,
  async receive(transaction, { connection, now, environment, ...event }) {
    const events = await readBody(system, () => read(event, now));
    checkTexts(events.map(({ piece, campaignId }) => ({ piece, campaignId })));
    const keys = await keysOf(environment);
    await receiveMailEvents(transaction, connection, events, { keys, now });
  },
});

const keyLine = (key: string, name: string) =>
  `Then give ${key} on standard input of: npm run cli -- connections rotate ${name} --api; pieces are read again each night.`;
const readAgain = (name: string) =>
  `What was parked comes with the next reading: npm run cli -- connections sync ${name}`;

const metadataLine = `Give each piece the metadata ${campaignMetadata}: the id of its mailing in the feed.`;

/** A printer whose webhooks tell of each piece. */
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
  webhook: webhookOf('Lob', {
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

/** A printer whose webhooks tell of each order. */
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
  webhook: webhookOf('PostGrid', {
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

/** The post, by the scans of barcodes. */
export const informedVisibilityKind: KindHandler = {
  kind: 'informed-visibility',
  title: 'USPS Informed Visibility',
  webhookSecret: 'the user name and the password that its posts have, as NAME:PASSWORD',
  secretForms: { webhook: 'NAME:PASSWORD' },
  assignedTo: 'mailing',
  setUp: (address) => [
    'At Informed Visibility, under Mail Tracking & Reporting, create a data feed of pieces with the fields IMb, Scan Datetime and Mail Phase:',
    `  send to a web service: ${address}, with this user name and password; JSON or delimited`,
    '  or keep it as files, and read each with: npm run cli -- mail-events import NAME FILE',
    'Say in the feed file mail-pieces which serial numbers are of which mailing.',
  ],
  bringParked: () => 'What was parked comes when its files are imported again.',
  webhook: webhookOf('Informed Visibility', {
    types: ['application/json', 'text/csv', 'text/plain'],
    maxBytes: maxScans,
    isSigned: hasPassword,
    async read({ body }) {
      async function* whole() {
        yield body.toString('utf8');
      }
      const events: MailEvent[] = [];
      for await (const scans of readScans(whole()))
        for (const { line, event, problem } of scans) {
          if (!event) throw new UnreadableScans(`has a scan (${line}) that ${problem}`);
          events.push(event);
        }
      return events;
    },
    sample: (secret) => ({
      body: Buffer.from('{"data":[]}'),
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
      },
    }),
  }),
};
