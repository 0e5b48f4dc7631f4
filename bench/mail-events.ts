import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { openPieceKeys, recordMailEvents } from '../server/features/mail-tracking/index.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate } from '../server/platform/migrate.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { newDataFolder } from './data-folder.ts';
import { checkpoint } from './checkpoint.ts';
import { readOptions, runBench, sized, wholeNumber } from './options.ts';

const usage = `npm run bench:mail-events -- [--events 1000000] [--mailings 40]

Records events of mail pieces, a thousand at a time, into an empty database, beside a plain COPY of the same events into a table
without rules. Each piece has four events: two scans of its entry, one near its recipient and its delivery, shuffled among 40 mailings.`;

const batchSize = 1000;
const eventsOfPiece = 4;
const now = new Date('2026-03-18T20:00:00.000Z');
const mailerId = '901234567';
const states = ['entered', 'entered', 'near', 'delivered'] as const;
const dayOf = (day: number) => `2026-03-${String(1 + day).padStart(2, '0')}`;

function eventAt(position: number, count: number) {
  // a factor without a common divisor visits all positions
  const shuffled = (position * 7919) % count;
  const [serial, step] = [Math.floor(shuffled / eventsOfPiece), shuffled % eventsOfPiece];
  return { serial, state: states[step] as (typeof states)[number], day: dayOf(step * 2 + (serial % 3)) };
}

async function prepare(
  database: Database,
  { pieces, mailings }: { pieces: number; mailings: number },
): Promise<void> {
  await migrate(database.pool);
  await installJobs(database.pool);
  const each = Math.ceil(pieces / mailings);
  await database.pool.query(
    `insert into accounts (id, name, time_zone) select 'A' || n, 'Office ' || n, 'America/Denver' from generate_series(0, $1 - 1) n`,
    [mailings],
  );
  await database.pool.query(
    `insert into campaigns (account_id, id, name, campaign_type, status, quantity)
     select 'A' || n, 'M' || n, 'Order ' || n, 'MVP Mail', 'printed', $2::int from generate_series(0, $1 - 1) n`,
    [mailings, each],
  );
  await database.pool.query(
    `insert into mail_pieces (account_id, id, campaign_id, mailer_id, serial_from, serial_to, from_date)
     select 'A' || n, 'R' || n, 'M' || n, $2, n * $3::int, (n + 1) * $3::int - 1, '2026-03-01' from generate_series(0, $1 - 1) n`,
    [mailings, mailerId, each],
  );
  await database.pool.query('create table plain (mailer_id text, serial integer, state text, day date)');
}

async function copyPlain(database: Database, count: number): Promise<number> {
  const client = await database.pool.connect();
  try {
    const started = performance.now();
    function* lines() {
      for (let first = 0; first < count; first += batchSize) {
        let text = '';
        for (let at = first; at < Math.min(count, first + batchSize); at += 1) {
          const { serial, state, day } = eventAt(at, count);
          text += `${mailerId}\t${serial}\t${state}\t${day}\n`;
        }
        yield text;
      }
    }
    await pipeline(Readable.from(lines()), client.query(copyFrom('copy plain from stdin')));
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

async function recordAll(database: Database, home: string, count: number): Promise<number> {
  const keys = await openPieceKeys({ dataFolder: home });
  const started = performance.now();
  for (let first = 0; first < count; first += batchSize) {
    const events = Array.from({ length: Math.min(batchSize, count - first) }, (_, index) => {
      const { serial, state, day } = eventAt(first + index, count);
      return { piece: { mailerId, serial }, campaignId: null, state, at: day };
    });
    await database.transaction((transaction) =>
      recordMailEvents(transaction, { connectionId: 'usps', kind: 'informed-visibility' }, events, {
        keys,
        now,
      }),
    );
  }
  return (performance.now() - started) / 1000;
}

const line = (what: string, seconds: number, count: number) =>
  `${what.padEnd(12)} ${seconds.toFixed(1).padStart(7)} s   ${Math.round(count / seconds).toLocaleString('en-US')} events/s`;

async function compare(home: string, size: { events: number; mailings: number }): Promise<void> {
  const server = await useEmbeddedPostgres(home);
  try {
    await server.createDatabase('events');
    const database = await openDatabase(
      readEnvironment({ DATA_DIR: home, LOG_LEVEL: 'error', DATABASE_URL: server.url('events') }),
    );
    try {
      const count = size.events;
      await prepare(database, { pieces: count / eventsOfPiece, mailings: size.mailings });
      await checkpoint(server);
      const plain = await copyPlain(database, count);
      console.log(line('COPY', plain, count));
      await checkpoint(server);
      const recorded = await recordAll(database, home, count);
      console.log(line('recorded', recorded, count));
      console.log(`ratio ${(recorded / plain).toFixed(1)}`);
      const { rows } = await database.pool.query<{ delivered: number }>(
        'select sum(delivered)::int as delivered from tracked_mailings',
      );
      if (rows[0]?.delivered !== count / eventsOfPiece)
        throw new OperatorProblem(`${rows[0]?.delivered} pieces were counted as delivered.`);
    } finally {
      await database.close();
    }
  } finally {
    await server.close();
  }
}

async function main(): Promise<void> {
  const values = readOptions(usage, {
    events: { type: 'string', default: sized('1000000', '2000') },
    mailings: { type: 'string', default: sized('40', '2') },
  });
  const size = {
    events: wholeNumber('events', values.events),
    mailings: wholeNumber('mailings', values.mailings),
  };
  if (size.events % eventsOfPiece !== 0 || size.events % 7919 === 0)
    throw new OperatorProblem('--events takes a number that 4 divides and 7919 does not.');
  const home = await newDataFolder();
  try {
    await compare(home, size);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

await runBench(main);
