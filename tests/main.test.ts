import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, databaseOver } from '../server/platform/database.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { lookAtProcess, readLockFile } from '../server/platform/postgres/lock-file.ts';
import { openS3FileStore } from '../server/platform/s3-files.ts';
import { runPortal } from '../server/run-portal.ts';
import { migratedDataFolder } from './support/data-folder.ts';
import { asProgram, importWith, runCommand } from './support/operate.ts';
import { freePort, runProgram, temporaryFolder } from './support/programs.ts';
import { startS3Server } from './support/s3-server.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { addPerson } from './support/test-app.ts';
import { cloneDatabase } from './support/test-database.ts';
import { wavOf } from './support/wav.ts';

const personEmail = 'owner@front-range.example';

const ready = /^Mailcall is ready at (http:\S+)$/m;

/** Files of a data folder that others could read; PostgreSQL restricts its own part. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => !path.startsWith('postgres'));
  expect(paths).toContain('address');
  const modes = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).mode));
  return paths.filter((_, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}

test('starts its own database, serves, and stops on SIGTERM what it started', async () => {
  const folder = join(await temporaryFolder(), 'a, "b" \'c\' #%41 $HOME \\é');
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    MAILCALL_DEMO: 'off',
    SHUTDOWN_DELAY: '3',
  };
  const program = runProgram('server/main.ts', { env });
  const [, url = ''] = await program.printed(ready);
  // lines for people only, none of the log, which begins with the first request
  expect(program.output()).not.toContain('{');
  expect(await fetch(`${url}/health`).then((answer) => answer.json())).toMatchObject({
    database: 'reachable',
    warnings: [],
  });

  const pid = readLockFile(join(folder, 'postgres/data'))?.pid ?? 0;
  expect(lookAtProcess(pid).state).toBe('alive');
  expect(await openToOthers(folder)).toEqual([]);
  const health = async (path: string) => {
    const answer = await fetch(`${url}/health/${path}`);
    return [answer.status, await answer.json()];
  };
  expect(await health('ready')).toEqual([200, { status: 'ready' }]);
  const inFlight = await beginRequest(url);
  program.child.kill('SIGTERM');
  await program.printed(/^Stopping …$/m);
  expect(await health('ready')).toEqual([
    503,
    { status: 'unavailable', problem: 'The process is stopping.' },
  ]);
  expect(await health('live')).toEqual([200, { status: 'ok' }]);
  // a request whose body arrives after the process has ended to listen is answered all the same
  await vi.waitFor(() => expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed'), 20_000);
  expect(await inFlight.finish()).toBe(404);
  expect(await program.ended).toBe(0);
  expect(readLockFile(join(folder, 'postgres/data'))).toBeNull();
});

async function beginRequest(url: string): Promise<{ finish(): Promise<number> }> {
  const body = JSON.stringify({ email: 'nobody@people.test' });
  const begun = request(`${url}/api/identity/users/check`, {
    method: 'POST',
    agent: new Agent(),
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // the server says when it has begun with the request
      expect: '100-continue',
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    begun.once('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    begun.once('error', reject);
  });
  answered.catch(() => undefined);
  begun.flushHeaders();
  await once(begun, 'continue');
  begun.write(body.slice(0, 5));
  return {
    finish: () => {
      begun.end(body.slice(5));
      return answered;
    },
  };
}

test('migrates the cluster that DATABASE_URL names, and never stops it', async () => {
  const cluster = await useEmbeddedPostgres(await migratedDataFolder(), { durable: false });
  onTestFinished(() => cluster.close());
  await cluster.createDatabase('portal');
  const folder = await temporaryFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: cluster.url('portal'), PORT: String(await freePort()) };
  const program = runProgram('server/main.ts', { env });
  const [, url = ''] = await program.printed(ready);
  expect(program.output()).not.toContain('demo');
  expect(program.output()).not.toContain('outbox');
  expect(await fetch(`${url}/health`).then((answer) => answer.json())).toMatchObject({
    database: 'reachable',
  });
  expect(await readdir(folder)).not.toContain('outbox-links');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(lookAtProcess(cluster.pid).state).toBe('alive');
  expect(readLockFile(join(folder, 'postgres/data'))).toBeNull();
});

/** Starts in this process as the program does. That one prints a problem of the operator alone, and ends with 1, is tested below. */
const startHere = (env: Record<string, string>) => asProgram((program) => runPortal(program, env));

test('reports that the PostgreSQL at DATABASE_URL does not answer', async () => {
  const env = {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: `postgres://mailcall@127.0.0.1:${await freePort()}/portal`,
    PORT: String(await freePort()),
  };
  await expect(startHere(env)).rejects.toThrow(
    /^The PostgreSQL at DATABASE_URL does not answer: .*ECONNREFUSED.*$/,
  );
});

test('reports a bucket that cannot be reached, before it starts anything', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const folder = await temporaryFolder();
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    FILES: `s3://files?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  // it loads the demo story first, in another program that prints the problem
  const program = runProgram('server/main.ts', { env });
  expect(await program.ended).toBe(1);
  expect(program.output()).toBe(
    `The file store that FILES names, ${endpoint}, does not answer: ECONNREFUSED.\n`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('stores recordings in the bucket that FILES names, and none in the folder', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const { setting } = server;
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const folder = await temporaryFolder();
  const feed = await temporaryFolder();
  await writeFile(join(feed, 'accounts.csv'), 'id,name\nA-1,Boulder\n');
  await writeFile(
    join(feed, 'calls.csv'),
    'id,account_id,call_date_time,audio\nK-1,A-1,2026-03-09T08:15:30Z,call.wav\n',
  );
  const recording = wavOf(new Uint8Array(8000));
  await writeFile(join(feed, 'call.wav'), recording);
  const env = {
    DATABASE_URL: clone.url,
    DATA_DIR: folder,
    FILES: `s3://${setting.bucket}/${setting.prefix}?endpoint=${setting.endpoint}`,
    AWS_ACCESS_KEY_ID: setting.accessKeyId,
    AWS_SECRET_ACCESS_KEY: setting.secretAccessKey,
  };
  await importWith(env, feed);
  const files = await openS3FileStore(setting);
  onTestFinished(() => files.close());
  const { rows } = await clone.database.pool.query<{ key: string }>('select key from recordings');
  expect(await files.stat(rows[0]?.key ?? '')).toMatchObject({ bytes: recording.length });
  expect(await readdir(folder)).not.toContain('files');
});

test('reports a port that is in use, before it starts anything', async () => {
  const folder = await temporaryFolder();
  const holder = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void holder.close());
  const free = await freePort();
  const settings = {
    PORT: { PORT: String(port) },
    METRICS_PORT: { PORT: String(free), METRICS_PORT: String(port) },
  };
  for (const [name, env] of Object.entries(settings))
    await expect(startHere({ DATA_DIR: folder, ...env })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. End it, or choose another port with ${name}.`,
    );
  expect(readLockFile(join(folder, 'postgres/data'))).toBeNull();
});

test('reports all invalid settings', async () => {
  await expect(startHere({ PORT: 'first', MAILCALL_DEMO: 'perhaps' })).rejects.toThrow(
    new OperatorProblem(
      'PORT is "first", it must be a port number from 1 to 65535.\nMAILCALL_DEMO is "perhaps", it must be on or off.',
    ),
  );
});

async function databaseIn(folder: string): Promise<Database> {
  const server = await useEmbeddedPostgres(folder, { durable: false });
  onTestFinished(() => server.close());
  const database = databaseOver(new pg.Pool(server.connection('mailcall')), { embedded: true });
  onTestFinished(() => database.close());
  return database;
}

// which settings make a portal one for others is in env.test.ts
test('does not load the demo story on a portal for others, whose health warns of demo people and of http', async () => {
  const folder = await migratedDataFolder();
  const env = { DATA_DIR: folder, PORT: String(await freePort()), PUBLIC_URL: 'http://portal.example.com' };
  const program = runProgram('server/main.ts', { env });
  const [, url = ''] = await program.printed(ready);
  expect(program.output()).not.toMatch(/demo/i);
  // output of a public portal can be stored where others read it
  await program.printed(/^Unsent messages: npm run --silent cli -- outbox-link$/m);
  expect(program.output()).not.toContain('key=');

  const warnings = () =>
    fetch(`${url}/health`).then(async (answer) => ((await answer.json()) as { warnings: string[] }).warnings);
  const unencrypted = expect.stringMatching(/^PUBLIC_URL begins with http: /);
  expect(await warnings()).toEqual([unencrypted]);
  expect(program.output()).toContain('"msg":"PUBLIC_URL begins with http: ');
  await addPerson(await databaseIn(folder), { id: 'demo-owner' });
  // they are remembered for a second
  await expect.poll(warnings).toEqual([unencrypted, 'Demo people can sign in.']);
  expect((await runCommand(env, 'remove-demo')).printed).toEqual(['The demo story is removed.']);
  await expect.poll(warnings).toEqual([unencrypted]);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

async function importPerson(env: Record<string, string>): Promise<void> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'accounts.csv'), 'id,name\nA-1,Boulder\n');
  await writeFile(
    join(folder, 'contacts.csv'),
    `id,name,email,account_ids,primary_account_ids\nU-1,Dana Ruiz,${personEmail},A-1,A-1\n`,
  );
  await importWith(env, folder);
}

test('the command line works alongside the running program, and knows its address without a setting', async () => {
  const folder = await migratedDataFolder();
  const env = { DATA_DIR: folder, MAILCALL_DEMO: 'off' };
  const program = runProgram('server/main.ts', { env: { ...env, PORT: String(await freePort()) } });
  const [, url = ''] = await program.printed(ready);
  await expect(runCommand(env, 'setup-link', personEmail)).rejects.toThrow(
    new OperatorProblem(`No contact has the email address ${personEmail}.`),
  );
  expect(await fetch(`${url}/health`).then((answer) => answer.status)).toBe(200);

  const [, link = ''] = await program.printed(/^Unsent messages: (http:\S+)$/m);
  expect((await runCommand(env, 'outbox-link')).printed).toEqual([link]);
  const opened = await fetch(link, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await fetch(`${url}/outbox`, { headers: { cookie } }).then((answer) => answer.text())).toContain(
    'Nothing has been written yet.',
  );
  expect(await fetch(`${url}/outbox`).then((answer) => answer.status)).toBe(404);

  await importPerson(env);
  const linkWith = async (variables: Record<string, string>) => {
    const { printed } = await runCommand({ ...env, ...variables }, 'setup-link', personEmail);
    return new URL(printed.join('\n'));
  };
  expect((await linkWith({ PUBLIC_URL: 'https://portal.example.com' })).origin).toBe(
    'https://portal.example.com',
  );
  expect((await linkWith({ PORT: '4444' })).origin).toBe('http://localhost:4444');

  const { origin, searchParams } = await linkWith({});
  expect(origin).toBe(url);
  const [email, code] = [searchParams.get('email'), searchParams.get('code')];
  const activated = await fetch(`${origin}/api/identity/contacts/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, code, password: 'Front-Desk-1' }),
  });
  expect(activated.status).toBe(200);
  const again = runProgram('server/cli.ts', { env, args: ['setup-link', personEmail] });
  expect(await again.ended).toBe(0);
  expect(again.answer()).toMatch(/^http:\S+\n$/);
  expect(again.output()).toContain(`${personEmail} has a password already.`);

  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  expect(await readdir(join(folder, 'outbox-links'))).toEqual([]);
});

test('a separate worker sends the mails that the web process writes, which warns of demo people', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const folder = await migratedDataFolder();
  const publicUrl = 'https://portal.example.com';
  const env = { DATA_DIR: folder, MAILCALL_DEMO: 'off', SMTP_URL: sink.url, PUBLIC_URL: publicUrl };
  const worker = runProgram('server/main.ts', { env: { ...env, ROLE: 'worker' } });
  await worker.printed(/^Mailcall works in the background; another process serves the portal\.$/m);
  await addPerson(await databaseIn(folder), { id: 'demo-owner' });
  const web = runProgram('server/main.ts', {
    env: { ...env, ROLE: 'web', PORT: String(await freePort()) },
  });
  const [, url = ''] = await web.printed(ready);
  await web.printed(/^WARNING: demo people can sign in here/m);
  await importPerson(env);
  const ask = () =>
    fetch(`${url}/api/identity/users/resetPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: personEmail }),
    });
  expect((await ask()).status).toBe(200);
  await vi.waitFor(() => expect(sink.received).toMatchObject([{ to: personEmail }]), 20_000);
  expect(sink.received[0]?.source.replaceAll('=\n', '')).toContain(`${publicUrl}/setup?email=3D`);

  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect((await ask()).status).toBe(200);
  const { printed } = await runCommand(env, 'outbox');
  expect(printed.join('\n')).toContain(`Email to ${personEmail}`);
  expect(printed.join('\n')).toContain('Waits for its turn.');
  expect(sink.received).toHaveLength(1);
  web.child.kill('SIGTERM');
  expect(await web.ended).toBe(0);
});
