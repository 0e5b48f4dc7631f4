import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patientListsAs } from '../../../tests/support/patient-lists.ts';
import { runProgram } from '../../../tests/support/programs.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { startWork } from '../../work.ts';

const here = testApp();
let token = '';
const olga = patientListsAs(here, () => token);
const workers: { stop(): Promise<void> }[] = [];
const work = async () => void workers.push(await startWork({ ...here, log: here.app.http.log as never }));

const held: (() => Promise<void>)[] = [];

const tables = [
  'patient_lists',
  'patients',
  'patient_households',
  'patient_list_audits',
  'patient_list_uploads',
  'rejected_patient_rows',
  'emptied_patient_cells',
];
const query = async (text: string, values: unknown[] = []) =>
  (await here.database.pool.query<Record<string, unknown>>(text, values)).rows;
const count = async (table: string, condition = 'true') =>
  (await query(`select from ${table} where ${condition}`)).length;

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await query('update contact_accounts set is_primary = true');
});
beforeEach(async () => {
  await query(`truncate ${tables.join(', ')}, access_log`);
  await query('delete from graphile_worker._private_jobs');
  token = await signInAs(here, 'olga@people.test');
});
afterEach(async () => {
  for (const release of held.splice(0)) await release();
  await Promise.all(workers.splice(0).map((one) => one.stop()));
});

async function hold(statement: string): Promise<() => Promise<void>> {
  const client = await here.database.pool.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  held.push(release);
  await client.query('begin');
  await client.query(statement);
  return release;
}
const waiting = (statements: number) =>
  vi.waitFor(async () => expect(await countLockWaits(here.database.pool)).toBe(statements), {
    timeout: 60_000,
    interval: 20,
  });
const jobIds = async () =>
  (await query('select id from graphile_worker.jobs order by id')).map(({ id }) => id);
const onlyJobs = (ids: unknown[]) =>
  vi.waitFor(async () => expect(await jobIds()).toEqual(ids), { timeout: 60_000, interval: 20 });

const march = [
  'First Name,Last Name,Address,City,State,Zip,Phone',
  'Ann,Lee,12 Main St,Denver,CO,80202,(303) 555-0101',
  'Bob,Lee,12 main street,Denver,CO,80202-1234,12',
  'Cid,Ray,12 Main St #4,Denver,CO,80202,',
  ',,,Denver,CO,80202,',
].join('\n');
async function startJob(file: string, replacedListId: string | null = null): Promise<string> {
  const { data } = await olga.upload(file);
  await olga.start(data.upload.id, { columns: data.columns.map(({ field }) => field), replacedListId });
  return data.upload.id;
}
const fileOf = (id: string) => here.files.stat(`patient-lists/${id}.csv`);
const remaining = async (...names: string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)] as const)));

test('an upload whose process is killed while it saves is read again once, and nothing is doubled', async () => {
  const id = await startJob(march);
  const release = await hold('lock table patient_households in share mode');
  const killed = runProgram('tests/support/work-on-patient-lists.ts', {
    args: [here.databaseUrl],
    env: { DATA_DIR: here.environment.dataFolder },
  });
  await killed.printed(/works/);
  await waiting(1);
  expect(await olga.progress(id)).toMatchObject({ state: 'saving' });
  killed.child.kill('SIGKILL');
  await killed.ended;
  await release();
  const ofKilled = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect(await count('pg_locks', ofKilled)).toBe(0), 20_000);
  expect(await remaining('patient_lists', 'patients', 'rejected_patient_rows')).toEqual({
    patient_lists: 0,
    patients: 0,
    rejected_patient_rows: 0,
  });
  expect(await fileOf(id)).not.toBeNull();
  const locked = await jobIds();
  expect(locked).toHaveLength(1);

  // the killed process used this machine's clock
  here.clock.advance(Date.now() - here.clock.now().getTime() + 61_000);
  token = await signInAs(here, 'olga@people.test');
  const again = await hold('lock table patient_households in share mode');
  await Promise.all([work(), work()]);
  await waiting(1);
  // another worker gets the same job and leaves it
  const [added] = await query(`select id from graphile_worker.add_job('read patient list', $1)`, [
    { accountId: 'own', id },
  ]);
  await vi.waitFor(async () => expect(await jobIds()).not.toContain(added?.['id']), 40_000);
  await again();
  await onlyJobs(locked);
  expect(await olga.progress(id)).toMatchObject({
    state: 'done',
    acceptedCount: 3,
    rejectedCount: 1,
    emptiedCount: 1,
  });
  expect(await query('select attempts from patient_list_uploads')).toEqual([{ attempts: 2 }]);
  const { patient_list_uploads: _, ...rows } = await remaining(...tables);
  expect(rows).toEqual({
    patient_lists: 1,
    patients: 3,
    patient_households: 2,
    patient_list_audits: 1,
    rejected_patient_rows: 1,
    emptied_patient_cells: 1,
  });
  expect(await count('access_log', `subject_kind = 'patient list' and action = 'upload'`)).toBe(1);
});

test('an upload that is canceled while it is saved leaves no rows and no file', async () => {
  const id = await startJob(march);
  const release = await hold('lock table patient_households in share mode');
  await work();
  await waiting(1);
  const canceled = await olga.send<{ upload: unknown }>('POST', `/patient-lists/uploads/${id}/cancel`, {});
  expect(canceled.data.upload).toMatchObject({ state: 'canceled' });
  await release();
  await onlyJobs([]);
  expect(await olga.progress(id)).toMatchObject({ state: 'canceled', patientListId: null });
  const { patient_list_uploads: _, ...rows } = await remaining(...tables);
  expect(new Set(Object.values(rows))).toEqual(new Set([0]));
  expect(await fileOf(id)).toBeNull();
});

test('a list that is deleted while a file replaces its rows is deleted with both files', async () => {
  const first = await olga.add(march);
  // its audit would wait, too
  await query('delete from graphile_worker._private_jobs');
  const id = await startJob(`${march}\nEve,Oak,,,,,303-555-0105`, first.patientListId);
  const release = await hold('lock table patient_households in share mode');
  await work();
  await waiting(1);
  const deleting = olga.send('DELETE', `/patient-lists/${first.patientListId}`);
  await waiting(2);
  await release();
  expect((await deleting).code).toBe(200);
  await onlyJobs([]);
  expect([await fileOf(first.id), await fileOf(id)]).toEqual([null, null]);
  expect(await olga.list()).toEqual([]);
  expect(await remaining(...tables)).toEqual({
    patient_lists: 1,
    patients: 0,
    patient_households: 0,
    patient_list_audits: 0,
    patient_list_uploads: 0,
    rejected_patient_rows: 0,
    emptied_patient_cells: 0,
  });
});

test.each([
  ['before its result is written', `select from patient_lists where account_id = 'own' for update`],
  ['while its result is written', 'lock table mailed_households in share mode'],
])('a list that is deleted while it is audited, %s, keeps no audit', async (when, lock) => {
  const { patientListId } = await olga.add(march);
  const release = await hold(lock);
  const remove = () => olga.send('DELETE', `/patient-lists/${patientListId}`);
  // waiters for one lock get it in turn
  let deleting = when.startsWith('before') ? remove() : null;
  if (deleting) await waiting(1);
  await work();
  await waiting(deleting ? 2 : 1);
  if (!deleting) {
    deleting = remove();
    await waiting(2);
  }
  await release();
  expect((await deleting).code).toBe(200);
  await onlyJobs([]);
  expect(await remaining('patient_list_audits', 'patient_matches', 'mailed_households', 'patients')).toEqual({
    patient_list_audits: 0,
    patient_matches: 0,
    mailed_households: 0,
    patients: 0,
  });
});
