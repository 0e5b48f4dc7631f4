import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { engineOf, putCalls, setAlert } from '../../server/features/alerts/alerts-for-tests.ts';
import { beginAlerts } from '../../server/features/alerts/index.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { installJobs } from '../../server/platform/jobs.ts';
import { type RunningProgram, runProgram } from '../support/programs.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { addAccounts, addPerson } from '../support/test-app.ts';
import type { ClonedDatabase } from '../support/test-database.ts';

export interface KilledWorkersResult {
  kills: number;
  alerts: number;
  sent: number;
  received: Map<string, number>;
}

export const sentAtOnce = 2;

async function startWorker(here: Pick<ClonedDatabase, 'url'>, sink: SmtpSink): Promise<RunningProgram> {
  const worker = runProgram('tests/torture/alert-worker.ts', {
    env: { DATABASE_URL: here.url, SMTP_URL: sink.url, LOG_LEVEL: 'error' },
  });
  await worker.printed(/works/);
  return worker;
}

async function kill(worker: RunningProgram | undefined): Promise<void> {
  worker?.child.kill('SIGKILL');
  await worker?.ended;
}

/** Kills one of two workers at random times and starts another, until everything is sent. */
export async function killWorkers(
  here: Pick<ClonedDatabase, 'url' | 'database'>,
  sink: SmtpSink,
  { receivers, kills }: { receivers: number; kills: number },
): Promise<KilledWorkersResult> {
  const { database } = here;
  const accountIds = ['k1', 'k2', 'k3', 'k4', 'k5'];
  await installJobs(database.pool);
  await addAccounts(
    database,
    accountIds.map((id) => ({ id })),
  );
  for (let index = 0; index < receivers; index += 1) {
    const contactId = `receiver-${index}`;
    await addPerson(database, { id: contactId, accounts: accountIds, password: false });
    for (const accountId of accountIds)
      await setAlert(database, {
        accountId,
        contactId,
        alertType: 'Missed Call Alert',
        frequency: 'Real-time',
        methods: ['Email'],
      });
  }
  await beginAlerts((work) => database.transaction(work), systemClock.now());

  const workers = await Promise.all([startWorker(here, sink), startWorker(here, sink)]);
  const missCalls = async () => {
    for (const accountId of accountIds) {
      await putCalls(database, accountId, [
        { id: `call-${accountId}`, at: systemClock.now(), kind: 'missed' },
      ]);
      await pause(Math.random() * 100);
    }
  };
  const calls = missCalls();
  for (let count = 0; count < kills; count += 1) {
    await pause(Math.random() * 250);
    const place = count % 2;
    await kill(workers[place]);
    workers[place] = await startWorker(here, sink);
  }
  await calls;

  const expected = receivers * accountIds.length;
  const { outbox } = engineOf({ database, clock: systemClock, smtpUrl: sink.url });
  const until = Date.now() + 60_000;
  for (;;) {
    const { alerts, sent } = await counted(here);
    if ((alerts === expected && sent === expected) || Date.now() > until) {
      for (const worker of workers) await kill(worker);
      return { kills, alerts, sent, received: receivedById(sink) };
    }
    await outbox.resume(2_000);
    await pause(200);
  }
}

async function counted({
  database,
}: Pick<ClonedDatabase, 'database'>): Promise<{ alerts: number; sent: number }> {
  const { rows } = await sql<{ alerts: number; sent: number }>`
    select (select count(*) from alerts) as alerts,
      (select count(distinct outbox.id) from alerts join outbox on outbox.id = outbox_id where outbox.sent_at is not null) as sent`.execute(
    database.kysely,
  );
  return rows[0] ?? { alerts: 0, sent: 0 };
}

function receivedById(sink: SmtpSink): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source } of sink.received) {
    const id = /^Message-ID: (.*)$/im.exec(source)?.[1] ?? 'none';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
