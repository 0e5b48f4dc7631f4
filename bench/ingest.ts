import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { buildApp } from '../server/app.ts';
import { makeApiKey } from '../server/features/identity/index.ts';
import { systemClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { createLog } from '../server/platform/log.ts';
import { migrate } from '../server/platform/migrate.ts';
import { newDataFolder } from './data-folder.ts';
import { median } from './quantiles.ts';
import { reportMissed, sized } from './options.ts';

const offices = 200;
const linesPerOffice = 5;
const earlierCalls = sized(100_000, 1000);
const batchRows = 500;
const batches = sized(60, 1);
const warmUp = sized(5, 0);
const leastPerSecond = 1_000;

async function fill({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into accounts (id, name) select 'A' || n, 'Office ' || n from generate_series(0, ${offices - 1}) n`,
  );
  await pool.query(`insert into account_version (account_id) select id from accounts`);
  await pool.query(`
    insert into campaigns (account_id, id, name, campaign_type)
    select 'A' || n % ${offices}, 'C' || n, 'Spring', 'MVP Mail' from generate_series(0, ${offices * linesPerOffice - 1}) n`);
  await pool.query(`
    insert into tracking_lines (account_id, id, campaign_id, number)
    select 'A' || n % ${offices}, 'L' || n, 'C' || n, '+1303555' || 1000 + n from generate_series(0, ${offices * linesPerOffice - 1}) n`);
  await pool.query(`
    insert into calls (account_id, id, tracking_line_id, campaign_id, call_date_time, caller_phone_number, caller_name, highlights)
    select 'A' || n % ${offices}, 'E' || n, 'L' || n % ${offices * linesPerOffice}, 'C' || n % ${offices * linesPerOffice},
      timestamptz '2026-01-01Z' - n * interval '5 minutes', '+13035550199', 'Jordan Example', repeat('Asked about whitening. ', 5)
    from generate_series(0, ${earlierCalls - 1}) n`);
  await pool.query('vacuum analyze');
}

const rowsOf = (batch: number): string =>
  Array.from({ length: batchRows }, (_, index) => {
    const number = batch * batchRows + index;
    return JSON.stringify({
      id: `K${number}`,
      account_id: `A${number % offices}`,
      tracking_line_id: `L${number % (offices * linesPerOffice)}`,
      call_date_time: new Date(Date.UTC(2026, 0, 2) + number * 1000).toISOString(),
      duration_seconds: 30 + (number % 300),
      caller_phone_number: `+1303555${String(number % 10_000).padStart(4, '0')}`,
      caller_name: 'Jordan Example',
      call_answered_by: number % 5 === 0 ? 'Voicemail' : 'Staff',
      patient_type: 'New Patient Opportunity',
      opportunity: number % 3 === 0,
      highlights: 'Asked about whitening and booked a first visit. '.repeat(2),
    });
  }).join('\n');

/** Copies a stored batch under other ids into the same indexed table. Returns milliseconds. */
async function copyAgain({ pool }: Database, batch: number): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'calls'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id' order by attnum`,
  );
  const columns = rows.map(({ name }) => `"${name}"`).join(', ');
  const ids = Array.from({ length: batchRows }, (_, index) => `'K${batch * batchRows + index}'`).join(', ');
  const client = await pool.connect();
  try {
    const stored = await text(
      client.query(copyTo(`copy (select 'P' || id, ${columns} from calls where id in (${ids})) to stdout`)),
    );
    const started = performance.now();
    await pipeline(Readable.from([stored]), client.query(copyFrom(`copy calls (id, ${columns}) from stdin`)));
    return performance.now() - started;
  } finally {
    client.release();
  }
}

export async function measureIngest(say: (line: string) => void): Promise<void> {
  const folder = await newDataFolder();
  const environment = readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  const database = await openDatabase(environment, { say: () => undefined });
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
    await fill(database);
    const clock = systemClock;
    const wanted = { name: 'bench', system: 'bench', scopes: ['ingest:calls'] };
    const { key } = await makeApiKey(database.kysely, wanted, clock.now());
    const files = folderFileStore(join(folder, 'files'));
    const { http } = await buildApp({ database, environment, files, clock, log: createLog(environment) });
    const taken = { http: [] as number[], copy: [] as number[] };
    try {
      const base = await http.listen({ host: '127.0.0.1', port: 0 });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      for (let batch = 0; batch < warmUp + batches; batch += 1) {
        const body = rowsOf(batch);
        const started = performance.now();
        const answer = await fetch(`${base}/api/ingest/v1/calls`, { method: 'POST', headers, body });
        const { data } = (await answer.json()) as { data: { added: number } };
        const milliseconds = performance.now() - started;
        if (data.added !== batchRows) throw new Error(`Of ${batchRows} calls ${data.added} were added.`);
        const copied = await copyAgain(database, batch);
        if (batch < warmUp) continue;
        taken.http.push(milliseconds);
        taken.copy.push(copied);
      }
    } finally {
      await http.close();
    }
    const total = taken.http.reduce((sum, time) => sum + time, 0);
    const perSecond = Math.round((batches * batchRows * 1000) / total);
    const [batchTime, copyTime] = [median(taken.http), median(taken.copy)];
    say(
      `Ingest of batches of ${batchRows} calls: ${thousands(perSecond)} calls/s; a batch over HTTP ${batchTime.toFixed(0)} ms, by COPY ${copyTime.toFixed(0)} ms, ratio ${(batchTime / copyTime).toFixed(1)}`,
    );
    if (perSecond < leastPerSecond) reportMissed(`Fewer than ${thousands(leastPerSecond)} calls per second.`);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
