import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { putCalls, setAlert } from '../server/features/alerts/alerts-for-tests.ts';
import { makeApiKey } from '../server/features/identity/index.ts';
import { callRailSignature } from '../server/features/connectors/callrail/calls.ts';
import {
  addConnection,
  addressOfConnection,
  addSecret,
  storeMapping,
  addTwilioWebhook,
} from '../server/features/connectors/index.ts';
import { signatureOf } from '../server/features/connectors/twilio/signature.ts';
import { addWebhook } from '../server/features/data-out/index.ts';
import { systemClock } from '../server/platform/clock.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { openSealedTexts } from '../server/platform/sealed-text.ts';
import { linkIn, newestMessage } from './support/outbox.ts';
import { freePort, runProgram, temporaryFolder } from './support/programs.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { addAccounts, addPerson, bearer, testPassword } from './support/test-app.ts';
import { type ClonedDatabase, cloneDatabase } from './support/test-database.ts';

const email = 'zebulon.quixworth@marked.test';
const phone = '+12025550177';
const csv = 'text/csv';

/** A service that takes nothing and repeats what it got, as some do in their error messages. */
async function repeatingService(): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.writeHead(500, `refused ${encodeURIComponent(body).slice(0, 200)}`).end(`refused: ${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

const requestsTo =
  (url: string) =>
  async (method: string, path: string, body?: object | string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  };

async function prepare({ database }: ClonedDatabase): Promise<void> {
  await addAccounts(database, [{ id: 'office', name: 'Office' }]);
  await addPerson(database, { id: 'zeb', email, phone, accounts: ['office'], roles: ['account-admin'] });
  await database.pool.query(
    `insert into tracking_lines (account_id, id, number) values ('office', 'L1', '+13035550110')`,
  );
  const missed = {
    accountId: 'office',
    contactId: 'zeb',
    alertType: 'Missed Call Alert',
    frequency: 'Real-time',
  } as const;
  await setAlert(database, { ...missed, methods: ['Email', 'SMS'] });
  await database.pool.query(
    `insert into alert_progress (account_id, began_at, daily_day, first_version, has_calls, next_due_at, seen_version, weekly_day)
     values ('office', now() - interval '30 days', '2020-01-01', 0, true, now() + interval '1 day', 0, '2020-01-01')`,
  );
  await putCalls(database, 'office', [{ id: 'C-0', at: new Date(Date.now() - 60_000), kind: 'missed' }]);
}

test('no log line of server and worker has personal data or a secret, at any level', async () => {
  const clone = await cloneDatabase();
  const { database } = clone;
  const services = await repeatingService();
  const mails = await startSmtpSink();
  onTestFinished(() => mails.close());
  mails.refuse = `550 <${email}> is not known here`;
  const folder = await temporaryFolder();
  const port = String(await freePort());
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: clone.url,
    PORT: port,
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: 'trace',
    SMTP_URL: mails.url,
    SMS_URL: services.url,
    GEOCODER_URL: services.url,
  };
  await prepare(clone);
  const environment = readEnvironment(env);
  const sealedTexts = await openSealedTexts(environment);
  const token = 'fedcba98765432100123456789abcdef';
  const { publicUrl } = environment;
  const wanted = { name: 'switch', accountSid: 'AC0123456789abcdef0123456789abcdef', token };
  const reports = await addTwilioWebhook(database.kysely, { sealedTexts, publicUrl }, wanted, new Date());
  const webhook = await addWebhook(
    { database, clock: systemClock, environment },
    { url: services.url, accountIds: null, files: null },
  );
  const { key } = await makeApiKey(
    database.kysely,
    { name: 'All', system: 'telephony', scopes: ['ingest', 'export'] },
    new Date(),
  );

  const program = runProgram('server/main.ts', { env });
  const [, metrics = ''] = await program.printed(/^Metrics: (\S+)$/m);
  const request = requestsTo(`http://127.0.0.1:${port}`);
  const secrets = [token, webhook.secret, key, testPassword, 'Marked-Wrong-1'];

  const signIn = (password: string) =>
    request('POST', '/api/identity/oauth/token', {
      grant_type: passwordRealmGrant,
      username: email,
      password,
    });
  expect((await signIn('Marked-Wrong-1')).status).toBe(400);
  const signedIn = await signIn(testPassword);
  expect(signedIn.status).toBe(200);
  const { access_token: access } = JSON.parse(signedIn.body) as { access_token: string };
  secrets.push(...access.split('.').slice(1));
  const headers = bearer(access);
  await request('POST', '/api/identity/users/resetPassword', { email });
  await request('POST', '/api/identity/passwordless/start', { connection: 'sms', phoneNumber: phone });
  await request('POST', '/api/identity/passwordless/start', { connection: 'email', email });
  const otp = linkIn((await newestMessage(database, email)).text).searchParams.get('otp') ?? '';
  secrets.push(otp);
  await request('POST', '/api/identity/oauth/token', {
    grant_type: passwordlessGrant,
    username: email,
    otp: `${otp}0`,
  });
  await request('GET', `/sign-in?email=${email}&otp=${otp}`);

  const feed = (file: string, rows: (object | string)[]) =>
    request(
      'POST',
      `/api/ingest/v1/${file}`,
      rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
      {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
      },
    );
  const call = {
    id: 'C-1',
    account_id: 'office',
    call_date_time: new Date().toISOString(),
    caller_name: 'Yolanda Markfield',
    caller_phone_number: '+13035550166',
    highlights: 'Ursula mentioned her molar',
  };
  expect(
    (
      await feed('calls', [
        call,
        { ...call, id: 'C-2', answered_by: 'Yolanda', call_date_time: 'Yolanda' },
        '{"caller_name":"Yolanda Markfield"',
      ])
    ).body,
  ).toContain('"added":1');
  await feed('contacts', [{ id: 'two', name: 'Zebulon Second', email }]);
  await feed('appointments', [
    { id: 'P-1', account_id: 'office', call_id: 'C-1', first_name: 'Wilhelmina', phone: 'Wilhelmina' },
  ]);
  const form = new URLSearchParams({
    CallSid: 'CA00000001',
    AccountSid: wanted.accountSid,
    CallStatus: 'completed',
    From: '+13035550155',
    To: '+13035550199',
    CallDuration: '9',
    CallerName: 'VALENTINA MARK',
  });
  const reportPath = new URL(reports).pathname;
  const reported = await request('POST', reportPath, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signatureOf(token, publicUrl + reportPath, form),
  });
  expect(reported.status).toBe(200);

  const signingKey = 'marked-signing-key';
  secrets.push(signingKey);
  await database.transaction(async (transaction) => {
    const now = new Date();
    await addConnection(transaction, { name: 'marked', kind: 'callrail' }, now);
    const given = { connection: 'marked', purpose: 'webhook' as const, secret: signingKey, keepDays: 0 };
    await addSecret(transaction, sealedTexts, given, now);
    await storeMapping(transaction, { connection: 'marked', text: 'version: 1' }, now);
  });
  const event = JSON.stringify({
    resource_id: 'CAL1',
    updated_at: new Date().toISOString(),
    customer_name: 'Thaddeus Markbody',
    customer_phone_number: '+13035550133',
  });
  const post = (body: string, signature: string) =>
    request('POST', new URL(addressOfConnection(publicUrl, 'marked')).pathname, body, {
      'content-type': 'application/json',
      signature,
    });
  expect((await post(event, callRailSignature(Buffer.from(event), signingKey))).status).toBe(200);
  expect((await post(event, 'forged')).status).toBe(403);
  expect((await post('{', callRailSignature(Buffer.from('{'), signingKey))).status).toBe(400);

  await request('GET', '/api/data/calls?accountIds[]=office&query=Yolanda%20Markfield', undefined, headers);
  await request(
    'POST',
    '/api/data/appointments',
    { callId: 'C-1', firstName: 'Wilhelmina', lastName: 'Hallmark', phone: '+13035550144' },
    headers,
  );
  const uploaded = await request(
    'POST',
    '/api/maps/patient-lists/uploads?accountId=office&fileName=tallmark_patients.csv',
    'First Name,Last Name,Address,City,State,Zip\nXanthippe,Tallmark,771 Hallmark Terrace,Denver,CO,80202\n,,,,,x',
    { ...headers, 'content-type': csv },
  );
  const list = (
    JSON.parse(uploaded.body) as { data: { upload: { id: string }; columns: { field: string | null }[] } }
  ).data;
  const started = await request(
    'POST',
    `/api/maps/patient-lists/uploads/${list.upload.id}/start`,
    { name: 'Tallmark patients', replacedListId: null, columns: list.columns.map(({ field }) => field) },
    headers,
  );
  expect(started.status).toBe(200);
  await request('PUT', '/api/identity/user/settings', { phoneNumber: '3035550187' }, headers);
  await request('PUT', '/api/identity/user/settings', { email: 'next.quixworth@marked.test' }, headers);

  // everything that the worker does has been tried
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ done: boolean }>(
      `select count(*) filter (where failed_at is not null and alert_kind is not null) = 2
         and count(*) filter (where failed_at is not null) >= 5
         and (select count(*) from patients) > 0 and (select problem is not null from twilio_calls)
         and (select state = 'failed' from connection_calls)
         and (select count(*) from webhook_deliveries) > 0 as done from outbox`,
    );
    expect(rows[0]?.done).toBe(true);
  }, 30_000);

  // the database itself quotes values in its complaints
  await database.pool.query('alter table contacts rename column email to mail');
  expect((await signIn(testPassword)).status).toBe(500);
  await database.pool.query('alter table contacts rename column mail to email');
  await database.pool.query(
    `create function complain() returns trigger language plpgsql as $$ begin raise exception 'not %', new; end $$;
     create trigger complains before update on calls for each row execute function complain()`,
  );
  expect((await feed('calls', [{ ...call, highlights: 'Ursula again' }])).status).toBe(500);

  const served = await (await fetch(metrics)).text();
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  const output = program.output();
  for (const line of [
    'request failed',
    'a job failed and will be tried again',
    'a webhook failed',
    'the geocoder failed',
  ])
    expect(output).toContain(line);
  const marks = [
    ...secrets,
    'quixworth',
    'Zebulon',
    '2025550177',
    'Yolanda',
    'Markfield',
    '3035550166',
    'Ursula',
    'molar',
    'Wilhelmina',
    'Hallmark',
    '3035550144',
    '3035550155',
    '3035550199',
    'VALENTINA',
    'Thaddeus',
    'Markbody',
    '3035550133',
    'Xanthippe',
    'Tallmark',
    '3035550187',
  ];
  for (const where of [output, served]) {
    const lower = where.toLowerCase();
    expect(marks.filter((mark) => lower.includes(mark.toLowerCase()))).toEqual([]);
  }
  await clone.drop();
}, 90_000);
