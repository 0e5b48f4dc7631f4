import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../tests/support/smtp-sink.ts';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import { addPerson } from '../tests/support/test-app.ts';
import { startWork } from './work.ts';

let sink: SmtpSink;
let webhook: Server;
let server: TestServer;
let work: { stop(): Promise<void> };
const texts: string[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
  webhook = createServer((request, response) => {
    void text(request).then((body) => {
      texts.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const smsUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
  server = await startServer({ environment: { smtpUrl: sink.url, smsUrl, mailFrom: 'mail@portal.test' } });
  work = await startWork(server);
  await addPerson(server.database, { id: 'ann', phone: '+12025550101' });
});
afterAll(async () => {
  await work.stop();
  await server.close();
  await sink.close();
  await new Promise((resolve) => webhook.close(resolve));
});

const start = (payload: object) =>
  server.http.inject({ method: 'POST', url: '/api/identity/passwordless/start', payload });

test('sends sign-in mails and text messages only to their person', async () => {
  await start({ connection: 'email', email: 'nobody@people.test' });
  await start({ connection: 'email', email: 'ann@people.test' });
  await start({ connection: 'sms', phoneNumber: '202-555-0101' });
  await vi.waitFor(() => expect([sink.received.length, texts.length]).toEqual([1, 1]), 20_000);
  expect(sink.received[0]).toMatchObject({ from: 'mail@portal.test', to: 'ann@people.test' });
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ to: '+12025550101' });
  await vi.waitFor(async () => {
    const { rows } = await server.database.pool.query('select from outbox where body_text is not null');
    expect(rows).toHaveLength(0);
  }, 20_000);
});

test('leaves nothing on the outbox page when services are configured', async () => {
  const headers = { host: 'localhost', cookie: `mailcall-outbox=${server.outboxKey}` };
  const page = await server.http.inject({ url: '/outbox', headers });
  expect(page.body).toContain('Nothing has been written yet.');
});
