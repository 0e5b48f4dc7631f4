import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../server/platform/clock.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import { openFiles } from '../../server/platform/open-files.ts';
import { openSealedTexts } from '../../server/platform/sealed-text.ts';
import { installJobs } from '../../server/platform/jobs.ts';
import { makeApiKey } from '../../server/features/identity/index.ts';
import { ImportQueue } from '../../server/features/ingest/index.ts';
import { addTwilioWebhook, ReportedCalls } from '../../server/features/connectors/index.ts';
import { signatureOf } from '../../server/features/connectors/twilio/signature.ts';
import { freePort, type RunningProgram, runProgram, temporaryFolder } from '../support/programs.ts';
import { addAccounts } from '../support/test-app.ts';
import type { ClonedDatabase } from '../support/test-database.ts';
import { randomNumbers } from './random-work.ts';

export interface KilledIngestResult {
  calls: Map<string, number>;
  sent: Set<string>;
  /** Rows that the answers reported as added; a batch whose answer was lost reports them as unchanged later. */
  added: number;
  repeated: number;
}

const token = 'fedcba98765432100123456789abcdef';
const accountSid = 'AC0123456789abcdef0123456789abcdef';
const accounts = ['A1', 'A2', 'A3'];

/** Kills a server with a worker at random times until every request was answered and every report imported. */
export async function killIngest(
  here: Pick<ClonedDatabase, 'url' | 'database'>,
  options: { calls: number; reports: number; batch: number; kills: number; seed: number },
): Promise<KilledIngestResult> {
  const { database } = here;
  const random = randomNumbers(options.seed);
  const folder = await temporaryFolder();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const variables = {
    DATABASE_URL: here.url,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    MAILCALL_DEMO: 'off',
    LOG_LEVEL: 'error',
  };
  const environment = readEnvironment(variables);
  await installJobs(database.pool);
  await addAccounts(
    database,
    accounts.map((id) => ({ id })),
  );
  await database.pool.query(
    `insert into tracking_lines (account_id, id, number) values ('A1', 'L1', '+13035550110')`,
  );
  const now = systemClock.now();
  const wanted = { name: 'torture', system: 'torture', scopes: ['ingest:calls'] };
  const { key } = await makeApiKey(database.kysely, wanted, now);
  const sealedTexts = await openSealedTexts(environment);
  const webhook = await addTwilioWebhook(
    database.kysely,
    { sealedTexts, publicUrl },
    { name: 'torture', accountSid, token },
    now,
  );

  let program: RunningProgram | undefined;
  const start = async () => {
    program = runProgram('server/main.ts', { env: variables });
    await program.printed(/ready at/);
  };
  await start();

  const sent = new Set<string>();
  const result = { added: 0, repeated: 0 };
  const deliver = async (url: string, init: RequestInit): Promise<{ data: { added?: number } }> => {
    for (;;) {
      const answer = await fetch(url, init).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.status === 200 && text) return JSON.parse(text) as { data: { added?: number } };
      if (answer && ![429, 503, 200].includes(answer.status)) throw new Error(`${answer.status} ${text}`);
      result.repeated += 1;
      await pause(20);
    }
  };
  const sendRows = async () => {
    for (let first = 0; first < options.calls; first += options.batch) {
      const ids = Array.from(
        { length: Math.min(options.batch, options.calls - first) },
        (_, index) => `K${first + index}`,
      );
      for (const id of ids) sent.add(id);
      const body = ids
        .map((id, index) =>
          JSON.stringify({
            id,
            account_id: accounts[(first + index) % accounts.length],
            call_date_time: new Date(now.getTime() - (first + index) * 1000).toISOString(),
          }),
        )
        .join('\n');
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const { data } = await deliver(`${publicUrl}/api/ingest/v1/calls`, { method: 'POST', headers, body });
      result.added += data.added ?? 0;
    }
  };
  const sendReports = async () => {
    for (let index = 0; index < options.reports; index += 1) {
      const callSid = `CA${String(index).padStart(8, '0')}`;
      sent.add(callSid);
      const body = new URLSearchParams({
        CallSid: callSid,
        AccountSid: accountSid,
        CallStatus: 'completed',
        To: '+13035550110',
        CallDuration: '10',
      });
      const headers = { 'x-twilio-signature': signatureOf(token, webhook, body) };
      await deliver(webhook, { method: 'POST', headers, body });
    }
  };
  const ended = new AbortController();
  const sending = Promise.all([sendRows(), sendReports()]).finally(() => ended.abort());
  for (let kill = 0; kill < options.kills && !ended.signal.aborted; kill += 1) {
    await pause(100 + random() * 600);
    program?.child.kill('SIGKILL');
    await program?.ended;
    await start();
  }
  await sending;

  // a new process takes up the imports of the killed ones at once and not after minutes
  const files = await openFiles(environment);
  const dependencies = { database, files, clock: systemClock, environment };
  const queue = new ImportQueue({ pool: database.pool, files, clock: systemClock });
  const reported = new ReportedCalls(dependencies, queue);
  for (const until = Date.now() + 120_000; Date.now() < until; await pause(100)) {
    const { rows } = await database.pool.query('select from twilio_calls where imported_at is null limit 1');
    if (rows.length === 0) break;
    await reported.resume(3_000);
  }
  program?.child.kill('SIGKILL');
  await program?.ended;
  await queue.close();
  files.close();
  const { rows } = await database.pool.query<{ id: string; times: number }>(
    'select id, count(*)::int as times from calls group by id',
  );
  return { calls: new Map(rows.map(({ id, times }) => [id, times])), sent, ...result };
}
