import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { listHouseholds } from '@mailcall/contract/patient-lists.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { auditsOfAccounts, PatientAudits, PatientListJobs } from '../server/features/patient-lists/index.ts';
import { hashPassword } from '../server/features/identity/passwords.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { createLog } from '../server/platform/log.ts';
import { auditedList, type AuditedOffice, pausesDuring, pausesWhenIdle, withOffice } from './audit.ts';
import { reportMissed } from './options.ts';
import { signIn } from './sign-in.ts';
import { benchPerson } from './story.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes while the process sends the list. */
const maxGrowth = 100;
/** Milliseconds of one task of the process. */
const maxBusy = 50;
const memoryInterval = 200;

/** Addresses group the patients. Returns the person's token. */
async function addAddressesAndPerson({ database: { pool }, base }: AuditedOffice): Promise<string> {
  await pool.query(`
    update patients set address = substr(patients.id, 9) || ' North Oak Street Apt 2', city = 'Bench', state = 'NC', zip = '70000',
      latitude = household.latitude, longitude = household.longitude
    from patient_households household where household.id = patients.household_id`);
  await pool.query(
    `insert into contacts (id, name, email, password_hash, activated_at) values ($1, 'Bench', $2, $3, now())`,
    [benchPerson.id, benchPerson.email, await hashPassword(benchPerson.password)],
  );
  await pool.query('insert into contact_accounts (contact_id, account_id) values ($1, $2)', [
    benchPerson.id,
    auditedList.accountId,
  ]);
  return signIn(base);
}

/** A separate thread, whose work does not count as the server's. */
async function recordsOf(url: string, token: string): Promise<{ records: number; bytes: number }> {
  const thread = new Worker(
    `const { parentPort, workerData: { url, token } } = require('node:worker_threads');
    fetch(url, { headers: { authorization: 'Bearer ' + token } })
      .then((answer) => answer.text())
      .then((text) => parentPort.postMessage({ records: JSON.parse(text).data.records.length, bytes: text.length }));`,
    { eval: true, workerData: { url, token } },
  );
  const { promise, resolve, reject } = Promise.withResolvers<{ records: number; bytes: number }>();
  thread.once('message', resolve);
  thread.once('error', reject);
  return promise.finally(() => thread.terminate());
}

/** Megabytes of this thread's used memory. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, used())), memoryInterval);
  await work().finally(() => clearInterval(timer));
  return (highest - before) / 1e6;
}

/** Groups, locates and sends the households of a large list in a serving process. Throws if households are missing. */
export async function measureHouseholds(say: (line: string) => void): Promise<void> {
  await withOffice(say, async (office) => {
    const { database, environment, files, clock, base } = office;
    const token = await addAddressesAndPerson(office);
    const idle = await pausesWhenIdle(base);
    const jobs = new PatientListJobs({ database, environment, files, clock, log: createLog(environment) });
    const { accountId, patientListId: id } = auditedList;
    await database.pool.query('update patient_lists set version = version + 1');
    const prepared = await pausesDuring(base, () => jobs.prepare({ accountId, id }));
    await database.pool.query('vacuum (analyze)');
    await new PatientAudits({ database, environment, clock }).audit(auditedList);
    const url = base + serviceBase.maps + pathOf(listHouseholds, { id });
    let received = { records: 0, bytes: 0 };
    const sent = await pausesDuring(base, async () => {
      received = await recordsOf(url, token);
    });
    const growth = await growthDuring(() => recordsOf(url, token));
    const report = (name: string, { seconds, pause, busy }: typeof sent) =>
      say(
        `${name} ${thousands(received.records)} households: ${seconds.toFixed(1)} s; the process paused for ${pause.toFixed(0)} ms at most and worked for ${busy.toFixed(0)} ms at a time (${idle.pause.toFixed(0)} and ${idle.busy.toFixed(0)} ms without)`,
      );
    report('Grouping and locating', prepared);
    report('Sending', sent);
    const audit = (await auditsOfAccounts(database.kysely, [accountId])).get(id);
    say(
      `${thousands(audit?.matches ?? 0)} matches, ${(received.bytes / 1e6).toFixed(1)} MB before compression, memory + ${growth.toFixed(0)} MB`,
    );
    const { rows } = await database.pool.query<{ households: number }>(
      'select household_count as households from patient_lists',
    );
    if (received.records !== rows[0]?.households) throw new Error('Households are missing.');
    if (growth > maxGrowth) reportMissed(`The process needed more than ${maxGrowth} MB.`);
    // the process shares its cores with PostgreSQL, which also delays it
    if (Math.max(prepared.busy, sent.busy) > maxBusy)
      reportMissed(`The process worked for more than ${maxBusy} ms at a time.`);
  });
}
