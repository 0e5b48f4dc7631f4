import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { makeApiKey } from '../server/features/identity/index.ts';
import { requireRatio, timeInTurns } from './comparison.ts';
import { openStoreCopy } from './grown-store.ts';
import { median, percentile } from './quantiles.ts';
import { readOptions, sized } from './options.ts';
import { type BenchPortal, startPortal } from './portals.ts';
import { overview } from './screens.ts';
import type { BenchRecord } from './story.ts';

const usage = `npm run bench:behind -- [--calls 200000] [--seconds 30]

Asks for the Overview of every office of a portal with the columnar copy, in turns with one without, while calls come in over HTTP in
batches of 500, one after the other, and then while the copy is 60,000 rows behind. The store is made in a temporary folder and removed
at the end. It fails when an answer waits for the copy: when it takes longer than PostgreSQL would.
  --calls    calls of the store
  --seconds  how long calls come in`;

const batchRows = 500;
/** More changed rows than the copy takes over while a request waits. */
const changedRows = sized(60_000, 1_000);
/** As a multiple of PostgreSQL's time. */
const limit = 1.5;

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('200000', '1000') },
  seconds: { type: 'string', default: sized('30', '1') },
});

async function sendCalls(
  { database, clock }: BenchRecord,
  base: string,
  signal: AbortSignal,
): Promise<number> {
  const wanted = { name: 'bench', system: 'bench', scopes: ['ingest:calls'] };
  const { key } = await makeApiKey(database.kysely, wanted, clock.now());
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  const { rows: lines } = await database.pool.query<{ account: string; id: string }>(
    'select account_id as account, id from tracking_lines where not deleted',
  );
  let sent = 0;
  for (; !signal.aborted; sent += batchRows) {
    const calls = Array.from({ length: batchRows }, (_, index) => {
      const number = sent + index;
      const line = lines[(number * 7919) % lines.length];
      return JSON.stringify({
        id: `bench-${number}`,
        account_id: line?.account,
        tracking_line_id: line?.id,
        call_date_time: new Date(clock.now().getTime() - number * 1000).toISOString(),
        duration_seconds: 30 + (number % 300),
        caller_phone_number: '+13035550199',
        call_answered_by: 'Voicemail',
      });
    });
    const answer = await fetch(`${base}/api/ingest/v1/calls`, {
      method: 'POST',
      headers,
      body: calls.join('\n'),
    });
    const { data } = (await answer.json()) as { data: { added: number } };
    if (data.added !== batchRows) throw new Error(`Of ${batchRows} calls ${data.added} were added.`);
  }
  return sent;
}

async function measureStream(
  record: BenchRecord,
  { copy, postgres }: Record<'copy' | 'postgres', BenchPortal>,
  ids: readonly string[],
): Promise<void> {
  const stopping = new AbortController();
  const sending = sendCalls(record, postgres.base, stopping.signal);
  const taken = { copy: [] as number[], postgres: [] as number[] };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const answered = { ...copy.app.readModel.answered };
  while (seconds() < Number(values.seconds))
    for (const [side, { browser }] of Object.entries({ copy, postgres }) as ['copy', BenchPortal][]) {
      const before = performance.now();
      await overview(browser, ids);
      taken[side].push(performance.now() - before);
    }
  const duration = seconds();
  stopping.abort();
  const sent = await sending;
  const now = copy.app.readModel.answered;
  const line = (times: readonly number[]) =>
    `median ${median(times).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`;
  console.log(
    `Overview while ${thousands(Math.round(sent / duration))} calls come in a second: copy ${line(taken.copy)}, PostgreSQL ${line(taken.postgres)}; of the queries the copy answered ${now.copy - answered.copy}, PostgreSQL ${now.record - answered.record} (load ${loadavg()[0]?.toFixed(1)})`,
  );
  requireRatio(
    'p95 with the copy beside PostgreSQL',
    percentile(taken.copy, 95) / percentile(taken.postgres, 95),
    limit,
  );
}

async function measureFarBehind(
  { database }: BenchRecord,
  { copy, postgres }: Record<'copy' | 'postgres', BenchPortal>,
  ids: readonly string[],
): Promise<void> {
  await copy.app.readModel.settled();
  await overview(copy.browser, ids);
  await database.transaction(async (transaction) => {
    await transaction
      .updateTable('account_version')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('calls')
      .set(({ selectFrom }) => ({
        version: selectFrom('account_version')
          .select('version')
          .whereRef('account_version.account_id', '=', 'calls.account_id'),
      }))
      .where(({ eb, selectFrom }) =>
        eb('calls.id', 'in', selectFrom('calls as some').select('some.id').limit(changedRows)),
      )
      .executeTakeFirstOrThrow();
    console.log(`${thousands(Number(numUpdatedRows))} rows changed.`);
  });
  const answered = { ...copy.app.readModel.answered };
  const started = performance.now();
  const taken = { copy: [] as number[], postgres: [] as number[] };
  do
    for (const [side, { browser }] of Object.entries({ copy, postgres }) as ['copy', BenchPortal][]) {
      const before = performance.now();
      await overview(browser, ids);
      taken[side].push(performance.now() - before);
    }
  while (copy.app.readModel.state === 'building');
  const now = copy.app.readModel.answered;
  const first = { copy: taken.copy[0] ?? Number.NaN, postgres: taken.postgres[0] ?? Number.NaN };
  console.log(
    `The first Overview afterwards: with the copy ${first.copy.toFixed(0)} ms, with PostgreSQL ${first.postgres.toFixed(0)} ms; until the copy was there, it answered ${now.copy - answered.copy} queries, PostgreSQL ${now.record - answered.record}`,
  );
  requireRatio('with the copy beside PostgreSQL', first.copy / first.postgres, limit);
  await copy.app.readModel.settled();
  console.log(
    `The copy is ${copy.app.readModel.state} ${((performance.now() - started) / 1000).toFixed(1)} s later.`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'mailcall-behind-'));
// when root runs this, PostgreSQL runs as another user, who needs access
await chmod(folder, 0o755);
try {
  const record = await openStoreCopy(Number(values.calls), console.log, join(folder, 'store'));
  try {
    const { rows } = await record.database.pool.query<{ id: string }>(
      'select account_id as id from calls group by account_id order by account_id',
    );
    const ids = rows.map(({ id }) => id);
    const portals = {
      copy: await startPortal(record, 'duckdb'),
      postgres: await startPortal(record, 'postgres'),
    };
    try {
      await timeInTurns(
        `Overview of ${ids.length} offices, nothing written`,
        {
          copy: () => overview(portals.copy.browser, ids),
          PostgreSQL: () => overview(portals.postgres.browser, ids),
        },
        { times: sized(5, 1) },
      );
      await measureStream(record, portals, ids);
      await measureFarBehind(record, portals, ids);
    } finally {
      await portals.copy.close();
      await portals.postgres.close();
    }
  } finally {
    await record.database.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
