import { expect, onTestFinished, test } from 'vitest';
import { ownPostgres } from './support/own-postgres.ts';
import { freePort, runProgram, temporaryFolder } from './support/programs.ts';
import { startSmtpSink } from './support/smtp-sink.ts';

/** Seconds of PostgreSQL's own limit; a request waits a second longer. */
const statementTimeout = 5;
/** Milliseconds within which a reply did not wait for PostgreSQL, on a busy machine. */
const immediate = statementTimeout * 1_000;
const unavailable = {
  status: 'error',
  message: 'The portal is not available right now. Please try again in a moment.',
  data: null,
};

async function startPortal(databaseUrl: string) {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_STATEMENT_TIMEOUT: String(statementTimeout),
    DATABASE_CONNECTIONS: '2',
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    SMTP_URL: sink.url,
  };
  const program = runProgram('server/main.ts', { env });
  const [, url = ''] = await program.printed(/^Mailcall is ready at (http:\S+)$/m);
  const timed = async (path: string, init?: RequestInit) => {
    const before = performance.now();
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(30_000) });
    const body: unknown = await response.json();
    const { status, headers } = response;
    return { status, body, retryAfter: headers.get('retry-after'), took: performance.now() - before };
  };
  return {
    sink,
    program,
    health: () => timed('/health'),
    request: (email = 'ann@office.test') =>
      timed('/api/identity/users/resetPassword', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }),
  };
}

type Portal = Awaited<ReturnType<typeof startPortal>>;

async function expectRecovery({ health, request, sink }: Portal): Promise<void> {
  await expect.poll(async () => (await health()).status).toBe(200);
  const before = sink.received.length;
  expect((await request()).status).toBe(200);
  await expect.poll(() => sink.received.length).toBeGreaterThan(before);
}

async function portalWithPerson() {
  const postgres = await ownPostgres();
  const portal = await startPortal(postgres.url);
  await postgres.run(
    `insert into contacts (id, name, email, roles, password_hash, activated_at)
     values ('C-1', 'Ann', 'ann@office.test', '{}', 'x', now())`,
  );
  await expectRecovery(portal);
  return { postgres, portal };
}

test('answers 503 while PostgreSQL is down, and works again when it is back', async () => {
  const { postgres, portal } = await portalWithPerson();
  await postgres.stop();
  expect(await portal.request()).toMatchObject({ status: 503, body: unavailable, retryAfter: '5' });
  expect(await portal.health()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'unreachable', warnings: [] },
  });
  expect(await portal.request()).toMatchObject({ status: 503, body: unavailable, retryAfter: '5' });
  await postgres.start();
  await expectRecovery(portal);
  portal.program.child.kill('SIGTERM');
  expect(await portal.program.ended).toBe(0);
});

test('waits for nothing while PostgreSQL is frozen, and works again when it responds', async () => {
  const { postgres, portal } = await portalWithPerson();
  expect(postgres.freeze()).toBeGreaterThan(3);
  // more than there are connections, before the outage is known
  const first = Array.from({ length: 6 }, (_, index) => portal.request(`first-${index}@office.test`));
  const health = await portal.health();
  expect(health).toMatchObject({ status: 503, body: { database: 'unreachable' } });
  expect(health.took).toBeLessThan(immediate);
  for (const answer of await Promise.all(first)) {
    expect(answer).toMatchObject({ status: 503, body: unavailable, retryAfter: '5' });
    expect(answer.took).toBeLessThan(3 * immediate);
  }
  for (const answer of await Promise.all(Array.from({ length: 20 }, () => portal.request()))) {
    expect(answer.status).toBe(503);
    expect(answer.took).toBeLessThan(immediate);
  }
  postgres.thaw();
  await expectRecovery(portal);
  portal.program.child.kill('SIGTERM');
  expect(await portal.program.ended).toBe(0);
});
