import { notValid } from '../../../platform/http/problems.ts';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { MailEvent } from '../../mail-tracking/index.ts';
import type { KindHandler, PostedEvent } from '../kind-handler.ts';
import { mailWebhook } from '../receive-mail-events.ts';
import { headerOf } from '../printer.ts';
import { readScans, UnreadableScans } from './scans.ts';

const maxScans = 4 * 1024 * 1024;

/** `secret` is `name:password`, which the post was given for its posts. */
function hasPassword(event: PostedEvent, secret: string): boolean {
  const [, given = ''] = /^Basic\s+(\S+)$/i.exec(headerOf(event, 'authorization')) ?? [];
  return equalTexts(Buffer.from(secret).toString('base64'), given);
}

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
  webhook: mailWebhook('Informed Visibility', {
    types: ['application/json', 'text/csv', 'text/plain'],
    maxBytes: maxScans,
    isSigned: hasPassword,
    async read({ body }) {
      async function* whole() {
        yield body.toString('utf8');
      }
      const events: MailEvent[] = [];
      try {
        for await (const scans of readScans(whole()))
          for (const { line, event, problem } of scans) {
            if (!event) throw new UnreadableScans(`has a scan (${line}) that ${problem}`);
            events.push(event);
          }
      } catch (error) {
        if (error instanceof UnreadableScans) throw notValid({ body: `The body ${error.message}.` });
        throw error;
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
