import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { providerSchema } from '@mailcall/contract/provider.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { smtpMailer } from '../../platform/mail.ts';
import { createLog } from '../../platform/log.ts';
import type { Brand } from '../brands/index.ts';
import { openOutbox } from './outbox.ts';
import { listOutbox, resendOutbox } from './outbox-commands.ts';

const here = testDatabase();
const clock = fixedClock('2026-03-11T15:00:00Z');
const provider = providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' });

let sink: SmtpSink;
let webhook: Server;
const posted: { headers: IncomingMessage['headers']; body: unknown }[] = [];
let smsStatus = 204;

beforeAll(async () => {
  sink = await startSmtpSink();
  webhook = createServer((request, response) => {
    void text(request).then((body) => {
      posted.push({ headers: request.headers, body: JSON.parse(body) as unknown });
      response.writeHead(smsStatus).end();
    });
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await sink.close();
  await new Promise((resolve) => webhook.close(resolve));
});

const logged: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });

const open = (configured = true, mailFrom?: string) =>
  openOutbox({
    database: here.database,
    clock,
    log,
    provider,
    environment: {
      publicUrl: 'http://portal.test',
      brandOrigins: [],
      smtpUrl: configured ? sink.url : undefined,
      mailFrom,
      smsUrl: configured
        ? `http://user:se%20cret@127.0.0.1:${(webhook.address() as AddressInfo).port}/send`
        : undefined,
    },
  });

const letter = {
  subject: 'Sign in <now>',
  paragraphs: ['Press & go.'],
  button: { label: 'Sign in', url: 'http://portal.test/magic?email=a&otp=b' },
  code: '012345',
};
let brand: Brand;
beforeAll(async () => {
  brand = await open().brands.own(here.database.kysely);
});

const mail = (recipient: string | null, minutes = 15) => ({
  brand,
  channel: 'email' as const,
  recipient,
  goodUntil: new Date(clock.now().getTime() + minutes * 60_000),
  letter,
});

async function takeJobs(): Promise<{ task: string; payload: unknown }[]> {
  const { rows } = await here.database.pool.query<{ task: string; payload: unknown }>(`
    with taken as (delete from graphile_worker._private_jobs returning id, task_id, payload)
    select tasks.identifier as task, payload from taken join graphile_worker._private_tasks tasks on tasks.id = task_id
    order by taken.id
  `);
  return rows;
}

const once = { isLast: false };

async function work(outbox = open(), attempt = once): Promise<void> {
  for (const { task, payload } of await takeJobs()) await outbox.tasks[task]?.(payload, attempt);
}

// each message gets its own time, so that the latest is the test's
beforeEach(() => clock.advance(1_000));
const stored = async () =>
  (await here.database.kysely.selectFrom('outbox').selectAll().orderBy('written_at', 'desc').execute())[0];

test('sends a mail in the provider’s name as text and HTML, and deletes its text', async () => {
  const outbox = open();
  const id = await here.database.transaction((transaction) =>
    outbox.write(transaction, mail('ann@people.test')),
  );
  await work();
  const [received] = sink.received.splice(0);
  expect([received?.from, received?.to]).toEqual(['help@post.example', 'ann@people.test']);
  const source = received?.source ?? '';
  expect(source).toMatch(/^From: "?Post & Sons"? <help@post\.example>$/m);
  expect(source).toContain('Subject: Sign in <now>');
  expect(source).not.toContain('List-Unsubscribe');
  expect(source).toContain(`Message-ID: <${id}@post.example>`);
  expect(source).toContain('Content-Type: text/plain');
  expect(source).toContain('Content-Type: text/html');
  const plain = source.replaceAll('=\n', '').replaceAll('=3D', '=');
  expect(plain).toContain('Your code: 012345');
  expect(plain).toContain('http://portal.test/magic?email=a&otp=b');
  expect(plain).toContain('<title>Sign in &lt;now&gt;</title>');
  expect(plain).toContain('Post &amp; Sons');
  expect(plain).not.toMatch(/<(img|link|script)/);
  expect(await stored()).toMatchObject({ body_text: null, body_html: null, sent_at: clock.now() });
});

test.each([
  ['jane,doe@office.example'],
  ['(c)ann@office.example'],
  ['ann@office.example;'],
  ['x:ann@office.example'],
  ['<ann@office.example>'],
])('gives up a mail to the stored text %s, and says why', async (recipient) => {
  const outbox = open();
  await here.database.transaction((transaction) => outbox.write(transaction, mail(recipient)));
  await work();
  expect(sink.received).toEqual([]);
  expect(await stored()).toMatchObject({
    recipient,
    sent_at: null,
    body_text: null,
    body_html: null,
    abandoned_at: clock.now(),
    failure: 'The recipient is not an email address. Correct it in the feed, or let the person change it.',
  });
  expect(await outbox.warnings()).toHaveLength(1);
  await here.database.pool.query('delete from outbox');
});

test.each([
  ['smith&jones@office.example', 'smith&jones@office.example'],
  ["o'neil+1@office.example", "o'neil+1@office.example"],
  ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  // no text is parsed as a list of recipients
  ['jane,doe@office.example', '"jane,doe"@office.example'],
])('hands the mail server the address %s as one recipient', async (to, received) => {
  const name = 'Post, "Sons" <spy@other.example>';
  const mailer = smtpMailer(sink.url);
  const from = { name, address: 'help@post.example' };
  const replyTo = { name, address: 'jane,doe@post.example' };
  await mailer.send({
    id: 'm1',
    from,
    replyTo,
    to,
    subject: 's',
    text: 't',
    html: '<p>',
    unsubscribeUrl: null,
  });
  const [sent, ...others] = sink.received.splice(0);
  expect([sent?.from, sent?.to, others]).toEqual(['help@post.example', received, []]);
  expect(sent?.source).toContain('From: "Post, \\"Sons\\" <spy@other.example>" <help@post.example>\n');
  expect(sent?.source.match(/^To: <?(.*?)>?$/m)?.[1]).toBe(received);
  expect(sent?.source).toMatch(
    /^Reply-To: "Post, \\"Sons\\" <spy@other\.example>"\s+<"jane,doe"@post\.example>$/m,
  );
});

test.each([
  ['the support address', undefined, 'help@post.example'],
  ['MAIL_FROM', 'no-reply@post.example', 'no-reply@post.example'],
])('asks for answers to the support address of a mail from %s', async (_, mailFrom, sender) => {
  const outbox = open(true, mailFrom);
  const finished = { subject: 'Week', text: 'in words', html: '<p>in HTML</p>' };
  for (const content of [letter, finished])
    await here.database.transaction((transaction) =>
      outbox.write(transaction, { ...mail('ann@people.test'), letter: content }),
    );
  await work(outbox);
  const sources = sink.received.splice(0).map(({ source }) => source);
  expect(sources).toHaveLength(2);
  for (const source of sources) {
    expect(source).toContain(`From: "Post & Sons" <${sender}>\n`);
    expect(source).toContain('\nReply-To: "Post & Sons" <help@post.example>\n');
  }
});

test('sends a finished mail unchanged, with the headers that stop such mails by one click', async () => {
  const outbox = open();
  const finished = { subject: 'Week', text: 'in words', html: '<!doctype html><p>in HTML</p>' };
  const unsubscribeUrl = `https://portal.example/${'token'.repeat(30)}`;
  await here.database.transaction((transaction) =>
    outbox.write(transaction, { ...mail('ann@people.test'), letter: finished, unsubscribeUrl }),
  );
  expect(await stored()).toMatchObject({ unsubscribe_url: unsubscribeUrl });
  await work();
  expect(await stored()).toMatchObject({ unsubscribe_url: null });
  const source = sink.received.splice(0)[0]?.source ?? '';
  expect(source).toMatch(new RegExp(`^List-Unsubscribe:\\s+<${unsubscribeUrl}>$`, 'm'));
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(source).toContain('\n\nin words\n');
  expect(source).toContain('\n\n<!doctype html><p>in HTML</p>\n');
});

test('posts a text message to the webhook with the user and password of its URL', async () => {
  const outbox = open();
  const goodUntil = new Date(clock.now().getTime() + 60_000);
  const id = await here.database.transaction((transaction) =>
    outbox.write(transaction, {
      brand,
      channel: 'sms',
      recipient: '+12025550101',
      goodUntil,
      text: '012345 is it',
    }),
  );
  await work();
  const [post] = posted.splice(0);
  expect(post?.body).toEqual({ to: '+12025550101', text: '012345 is it' });
  expect(post?.headers['idempotency-key']).toBe(id);
  expect(post?.headers.authorization).toBe(`Basic ${Buffer.from('user:se cret').toString('base64')}`);
});

test('writes and sends nothing after a rollback', async () => {
  const outbox = open();
  await expect(
    here.database.transaction(async (transaction) => {
      await outbox.write(transaction, mail('ann@people.test'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await takeJobs()).toEqual([]);
});

test('retries a refused message; the error contains no address', async () => {
  const outbox = open();
  await here.database.transaction((transaction) => outbox.write(transaction, mail('bob@people.test')));
  const [job] = await takeJobs();
  sink.refuse = '550 bob@people.test is no one';
  const failure = await outbox.tasks[job?.task ?? '']?.(job?.payload, once).catch((error: unknown) => error);
  expect(String(failure)).toBe('Error: The mail server did not take the mail (550).');
  sink.refuse = null;
  await outbox.tasks[job?.task ?? '']?.(job?.payload, once);
  expect(sink.received.splice(0)).toHaveLength(1);
  await outbox.tasks[job?.task ?? '']?.(job?.payload, once);
  expect(sink.received).toEqual([]);
  smsStatus = 500;
  const goodUntil = new Date(clock.now().getTime() + 60_000);
  await here.database.transaction((transaction) =>
    outbox.write(transaction, { brand, channel: 'sms', recipient: '+12025550102', goodUntil, text: 'x' }),
  );
  await expect(work()).rejects.toThrow('The text message was not taken (500).');
  smsStatus = 204;
});

test('sends a message once, even with several workers', async () => {
  const outbox = open();
  await here.database.transaction((transaction) => outbox.write(transaction, mail('cat@people.test')));
  const [job] = await takeJobs();
  await Promise.all(
    Array.from({ length: 5 }, async () => outbox.tasks[job?.task ?? '']?.(job?.payload, once)),
  );
  expect(sink.received.splice(0)).toHaveLength(1);
});

test.each([
  ['to nobody', null, 0],
  ['that came too late', 'dan@people.test', 16],
])('does not send a message %s', async (_, recipient, minutesLater) => {
  const outbox = open();
  await here.database.transaction((transaction) => outbox.write(transaction, mail(recipient)));
  clock.advance(minutesLater * 60_000);
  await work();
  expect(sink.received).toEqual([]);
  expect(await stored()).toMatchObject({ body_text: null, sent_at: null });
});

test('keeps messages for a week without a service', async () => {
  const outbox = open(false);
  clock.advance(1000);
  await here.database.transaction((transaction) => outbox.write(transaction, mail('eva@people.test')));
  expect(await takeJobs()).toEqual([]);
  expect((await outbox.unsent())[0]).toMatchObject({
    channel: 'email',
    recipient: 'eva@people.test',
    subject: 'Sign in <now>',
  });
  clock.advance(8 * 24 * 60 * 60_000);
  await outbox.clean();
  expect(await outbox.unsent()).toEqual([]);
});

describe('a message that cannot be sent', () => {
  async function refused(recipient: string, attempt = once) {
    const outbox = open();
    await here.database.transaction((transaction) =>
      outbox.write(transaction, { ...mail(recipient), alertType: 'Missed Call Alert' }),
    );
    sink.refuse = `550 ${recipient} is no one`;
    await expect(work(outbox, attempt)).rejects.toThrow('(550)');
    sink.refuse = null;
    const message = (await outbox.unsent()).find((unsent) => unsent.recipient === recipient);
    return { outbox, id: message?.id ?? '', message };
  }
  beforeEach(async () => {
    await here.database.pool.query('delete from outbox');
    logged.length = 0;
  });

  test('is reported in health and in the list without its text, until it is sent', async () => {
    const { outbox, message } = await refused('flo@people.test');
    expect(message).toMatchObject({
      failedAt: clock.now(),
      failure: 'The mail server did not take the mail (550).',
      givenUpAt: null,
    });
    expect(await outbox.warnings()).toEqual(['A message could not be sent: npm run cli -- outbox']);
    const list = await listOutbox(outbox);
    expect(list).toContain('Email to flo@people.test, Missed Call Alert\n');
    expect(list).toContain('and tried again: The mail server did not take the mail (550).');
    expect(list).not.toContain('012345');
    expect(await resendOutbox(outbox, 'all')).toBe(1);
    await work(outbox);
    expect(sink.received.splice(0)).toHaveLength(1);
    expect(await outbox.warnings()).toEqual([]);
    expect(await stored()).toMatchObject({ failed_at: null, failure: null, body_text: null });
    expect(await listOutbox(outbox)).toBe('Every message was sent.');
  });

  test('fails for good after the last attempt, logs no name, and can be sent again until it expires', async () => {
    const { outbox, id, message } = await refused('gus@people.test', { isLast: true });
    expect(message?.givenUpAt).toEqual(clock.now());
    expect(logged.join()).toContain('could not be sent and was given up');
    expect(logged.join()).toContain(id);
    expect(logged.join()).not.toContain('gus@');
    expect(await listOutbox(outbox)).toContain('Given up at 2026');
    await resendOutbox(outbox, id);
    await work(outbox);
    expect(sink.received.splice(0)).toMatchObject([{ to: 'gus@people.test' }]);
    await expect(resendOutbox(outbox, id)).rejects.toThrow(OperatorProblem);
  });

  test('is reported after it expired, and cannot be sent again', async () => {
    const outbox = open();
    await here.database.transaction((transaction) => outbox.write(transaction, mail('hal@people.test')));
    clock.advance(16 * 60_000);
    await work(outbox);
    const [message] = await outbox.unsent();
    expect(message).toMatchObject({
      text: null,
      failure: 'It expired before it was sent.',
      givenUpAt: clock.now(),
    });
    expect(logged.join()).toContain('expired before it was sent');
    expect(await outbox.warnings()).toHaveLength(1);
    await expect(resendOutbox(outbox, message?.id ?? '')).rejects.toThrow('cannot be sent again');
    await expect(resendOutbox(outbox, 'all')).rejects.toThrow('no message that is still good');
  });

  test('causes a warning for a day', async () => {
    const { outbox } = await refused('ida@people.test');
    clock.advance(24 * 60 * 60_000 + 1);
    expect(await outbox.warnings()).toEqual([]);
    expect(await outbox.unsent()).toHaveLength(1);
  });

  test('replaces its own job when it is sent again', async () => {
    const outbox = open();
    await here.database.transaction((transaction) => outbox.write(transaction, mail('jan@people.test')));
    await outbox.resend('all');
    expect(await takeJobs()).toHaveLength(1);
  });

  test('does not count as sent without a service', async () => {
    const outbox = open();
    await here.database.transaction((transaction) => outbox.write(transaction, mail('kim@people.test')));
    await expect(work(open(false))).rejects.toThrow('No mail server is configured.');
    expect(await stored()).toMatchObject({ sent_at: null, failure: 'No mail server is configured.' });
    await expect(resendOutbox(open(false), 'all')).rejects.toThrow('set SMTP_URL or SMS_URL');
    await expect(resendOutbox(outbox, 'first')).rejects.toThrow('There is no message first.');
  });
});
