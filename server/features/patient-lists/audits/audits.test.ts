import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixedClock } from '../../../platform/clock.ts';
import { readEnvironment } from '../../../platform/env.ts';
import { startJobs } from '../../../platform/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { loggedError } from '../../../platform/logged-error.ts';
import { countLockWaits } from '../../../../tests/support/lock-waits.ts';
import { testRecord } from '../../../../tests/support/test-record.ts';
import { csv } from '../../ingest/feed-for-tests.ts';
import { auditList } from './audit-list.ts';
import { auditsOfAccounts, mailedHouseholds, matchesOfHouseholds, removeAudit } from './stored-audits.ts';
import { PatientAudits, requestAudit, requestOutdatedAudits } from './patient-audits.ts';
import { findOutdatedLists } from './input-hash.ts';

const { db, feed, read, one, write } = testRecord();
const tables = [
  'patient_lists',
  'patient_households',
  'patients',
  'patient_matches',
  'mailed_households',
  'patient_list_audits',
];
let audits: PatientAudits;
beforeEach(async () => {
  await write(tables.map((table) => `delete from ${table}`).join('; '));
  audits = new PatientAudits({
    database: db.database,
    clock: fixedClock('2026-03-11T15:00:00.000Z'),
    environment: readEnvironment({}),
  });
  await feed(town);
});
afterEach(() => audits.stop());

const shape = (west: number) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { geocode: '28801C007' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [west, 35],
              [west + 1, 35],
              [west + 1, 36],
              [west, 36],
              [west, 35],
            ],
          ],
        },
      },
    ],
  });
const ofOffice = { account_id: 'A1' };
const mail = { ...ofOffice, campaign_type: 'MVP Mail', zone_id: 'Z1', quantity: 2000 };
const town = {
  'accounts.csv': csv([{ id: 'A1', name: 'Dental', time_zone: 'America/Denver' }]),
  'geodata.csv': csv([{ id: 'G1', ...ofOffice, shape: shape(-83) }]),
  'mailing-zones.csv': csv([
    { id: 'Z1', ...ofOffice, name: 'North', geodata_id: 'G1', carrier_routes: '28801C007' },
  ]),
  'campaigns.csv': csv([
    {
      id: 'M1',
      ...mail,
      name: '1001',
      status: 'delivered',
      delivery_week: '2026-01-05',
      delivery_date: '2026-01-07',
    },
    { id: 'M2', ...mail, name: '1002', status: 'delivered', delivery_week: '2026-02-02', delivery_date: '' },
    { id: 'M3', ...mail, name: '1003', status: 'shipped', delivery_week: '2026-02-02', delivery_date: '' },
  ]),
  'calls.csv': csv([
    // January 8 in Denver
    {
      id: 'K1',
      ...ofOffice,
      campaign_id: 'M1',
      call_date_time: '2026-01-09T05:30:00Z',
      caller_phone_number: '+18285550101',
      caller_name: '',
    },
    {
      id: 'K2',
      ...ofOffice,
      campaign_id: 'M2',
      call_date_time: '2026-02-10T18:00:00Z',
      caller_phone_number: '',
      caller_name: 'Jo Kim',
    },
    {
      id: 'K3',
      ...ofOffice,
      campaign_id: 'M3',
      call_date_time: '2026-02-10T18:00:00Z',
      caller_phone_number: '+18285550103',
      caller_name: '',
    },
  ]),
  'appointments.csv': csv([
    {
      id: 'P1',
      ...ofOffice,
      call_id: 'K1',
      first_name: 'Ann',
      last_name: 'Lee',
      date_time: '2026-01-20T16:00:00Z',
    },
  ]),
};

/** Each household has one or more patients; production in dollars. */
async function addList(
  id: string,
  households: Record<
    string,
    {
      patients: readonly (readonly [
        name: string,
        phone: string | null,
        visit: string | null,
        dollars: number,
      ])[];
      longitude?: number;
    }
  >,
  modifiedAt = '2026-03-01T06:30:00Z',
  fromDate = '2026-01-01',
): Promise<void> {
  await write(
    `insert into patient_lists (account_id, id, name, modified_at, prepared_version, from_date) values ('A1', $1, $1, $2, 1, $3)`,
    id,
    modifiedAt,
    fromDate,
  );
  for (const [key, { patients, longitude = -82.5 }] of Object.entries(households)) {
    const cents = patients.reduce((sum, patient) => sum + patient[3] * 100, 0);
    await write(
      `insert into patient_households (account_id, patient_list_id, id, address_key, zip, latitude, longitude, point_source,
        patient_count, production_cents) values ('A1', $1, $2, $2, '28801', 35.5, $3, 'given', $4, $5)`,
      id,
      key,
      longitude,
      patients.length,
      cents,
    );
    for (const [name, phone, visit, dollars] of patients) {
      const [first, last] = name.split(' ');
      await write(
        `insert into patients (account_id, id, patient_list_id, household_id, first_name, last_name, phone, first_visit,
          production_cents) values ('A1', $1, $2, $3, $4, $5, $6, $7, $8)`,
        `${id}-${name}`,
        id,
        key,
        first,
        last,
        phone,
        visit,
        dollars * 100,
      );
    }
  }
}
const people = {
  oak1: {
    patients: [
      ['Ann Lee', '+18285550101', '2026-01-20', 900],
      ['Bo Lee', null, '2026-01-25', 100],
    ],
  },
  oak2: { patients: [['Sue Kim', null, '2026-02-20', 300]] },
  oak3: { patients: [['Max Fox', '+18285550103', '2026-02-20', 50]] },
  far: { patients: [['Lu Lee', '+18285550101', '2026-01-20', 40]], longitude: -80 },
} as const;
/** Without a thread, whose start takes longer. */
async function auditHere(): Promise<void> {
  for (const list of await findOutdatedLists(db.database.kysely, 180))
    await auditList(db.database, { ...list, matchDays: 180, now: new Date() });
}
const figures = () =>
  read(`select id, portal_matched_last_audit::text as day, portal_matched_new_patients as patients,
    portal_matched_total_production as production, portal_matched_top_patients as top from campaigns order by id`);
const audited = (given: object) => ({ day: '2026-02-28', ...given });

test('audits a list in a thread and stores matches, totals and the figures of its mailings', async () => {
  await addList('L1', people);
  await audits.audit({ accountId: 'A1', patientListId: 'L1' });
  const list = { accountId: 'A1', patientListId: 'L1' };
  const matches = await matchesOfHouseholds(db.database.kysely, list, ['oak1', 'oak2']);
  expect(
    matches.map(({ patientId, rule, campaignId, callId }) => [patientId, rule, campaignId, callId]),
  ).toEqual([
    ['L1-Ann Lee', 'callerPhone', 'M1', 'K1'],
    ['L1-Bo Lee', 'appointmentLastName', 'M1', 'K1'],
    ['L1-Sue Kim', 'callerLastName', 'M2', 'K2'],
  ]);
  expect(matches[0]).toMatchObject({
    householdId: 'oak1',
    class: 'strong',
    firstVisit: '2026-01-20',
    campaignName: '1001',
    deliveryDay: '2026-01-07',
    callDay: '2026-01-08',
    callerNumber: '+18285550101',
    hasAudio: false,
    appointmentId: 'P1',
    appointmentDay: '2026-01-20',
    appointmentFirstName: 'Ann',
  });
  expect(await mailedHouseholds(db.database.kysely, list, ['oak1', 'oak2', 'oak3'])).toEqual(
    new Map([
      ['oak1', { campaignId: 'M1', deliveryDay: '2026-01-07' }],
      ['oak2', { campaignId: 'M2', deliveryDay: '2026-02-02' }],
      ['oak3', { campaignId: 'M2', deliveryDay: '2026-02-02' }],
    ]),
  );
  expect((await auditsOfAccounts(db.database.kysely, ['A1', 'A2'])).get('L1')).toEqual({
    accountId: 'A1',
    patientListId: 'L1',
    auditedAt: new Date('2026-03-11T15:00:00.000Z'),
    strongMatches: { total: 1, production: 1000 },
    weakMatches: { total: 1, production: 300 },
    noMatches: { total: 2, production: 90 },
    totalMailings: 4000,
    campaignsIds: ['M1', 'M2'],
    firstDelivery: '2026-01-07',
    lastDelivery: '2026-02-02',
    campaignsWithCost: 0,
    cost: null,
    matches: 3,
  });
  expect(await figures()).toEqual([
    audited({ id: 'M1', patients: 2, production: 1000, top: 1 }),
    audited({ id: 'M2', patients: 1, production: 300, top: 0 }),
    { id: 'M3', day: null, patients: null, production: null, top: null },
  ]);
});

test('adds up what the matched mailings cost, of those whose cost is known', async () => {
  await addList('L1', people);
  await auditHere();
  const costs = async (...of: [id: string, cost: string][]) => {
    await feed({ 'campaigns.csv': csv(of.map(([id, cost]) => ({ id, cost }))) });
    return (await auditsOfAccounts(db.database.kysely, ['A1'])).get('L1');
  };
  expect(await costs(['M1', '$1,300.10'], ['M3', '900'])).toMatchObject({
    campaignsWithCost: 1,
    cost: 1300.1,
  });
  expect(await costs(['M2', '1300.20'])).toMatchObject({ campaignsWithCost: 2, cost: 2600.3 });
  expect(await costs(['M1', '0'], ['M2', ''])).toMatchObject({ campaignsWithCost: 1, cost: 0 });
});

test('compares all numbers of a patient', async () => {
  await addList('L1', people);
  await write(
    `update patients set phone = '+18285550999', other_phones = '{+18285550101}' where id = 'L1-Ann Lee'`,
  );
  await auditHere();
  const matches = await matchesOfHouseholds(db.database.kysely, { accountId: 'A1', patientListId: 'L1' }, [
    'oak1',
  ]);
  expect(matches.map(({ patientId, rule }) => [patientId, rule])).toContainEqual([
    'L1-Ann Lee',
    'callerPhone',
  ]);
});

test('writes nothing when the result is the same, and what differs when it is not', async () => {
  await addList('L1', people);
  await auditHere();
  const stored = async () =>
    read(`select 'match' as kind, id, xmin::text from patient_matches union all
      select 'mailed', household_id, xmin::text from mailed_households union all
      select 'campaign', id, xmin::text from campaigns union all
      select 'audit', patient_list_id, xmin::text from patient_list_audits order by 1, 2`);
  const before = await stored();
  await auditHere();
  expect(await stored()).toEqual(before);

  // an appointment without a name changes the account's version, but no match
  await feed({ 'appointments.csv': csv([{ id: 'P2', ...ofOffice, call_id: 'K3' }]) });
  await auditHere();
  const after = await stored();
  expect(after.filter((row, at) => row.xmin !== before[at]?.xmin).map(({ kind }) => kind)).toEqual(['audit']);

  await feed({
    'geodata.csv': csv([{ id: 'G1', ...ofOffice, shape: shape(-70) }]),
    'mailing-zones.csv': csv([
      { id: 'Z1', ...ofOffice, name: 'North', geodata_id: 'G1', carrier_routes: '' },
    ]),
  });
  await auditHere();
  expect(
    await matchesOfHouseholds(db.database.kysely, { accountId: 'A1', patientListId: 'L1' }, ['oak1', 'oak2']),
  ).toEqual([]);
  expect(await figures()).toMatchObject([
    audited({ patients: 0, production: 0, top: 0 }),
    audited({ patients: 0, production: 0, top: 0 }),
    { day: null },
  ]);
  await feed({
    'campaigns.csv': csv([
      {
        id: 'M1',
        ...mail,
        name: '1001',
        status: 'delivered',
        delivery_week: '',
        delivery_date: '2026-03-02',
      },
    ]),
  });
  await auditHere();
  expect(await figures()).toMatchObject([{ day: null, patients: null }, audited({}), { day: null }]);
});

test('counts a person in two lists once, as in the newer one, and forgets a deleted list', async () => {
  await addList('L1', { oak1: people.oak1, far: people.far });
  await addList(
    'L2',
    {
      oak1: {
        patients: [
          ['ann LEE', '+18285550101', '2026-01-20', 2000],
          ['Zoe Lee', null, '2026-01-20', 5],
        ],
      },
    },
    '2026-03-09T12:00:00Z',
  );
  await auditHere();
  expect(await figures()).toMatchObject([
    { id: 'M1', day: '2026-03-09', patients: 3, production: 2105, top: 1 },
    { id: 'M2', day: '2026-03-09', patients: 0, production: 0, top: 0 },
    { day: null },
  ]);
  await db.database.transaction(async (transaction) => {
    await transaction.updateTable('patient_lists').set({ deleted: true }).where('id', '=', 'L2').execute();
    await removeAudit(transaction, { accountId: 'A1', patientListId: 'L2' });
  });
  expect(await figures()).toMatchObject([
    audited({ patients: 2, production: 1000, top: 1 }),
    audited({}),
    { day: null },
  ]);
  expect(await one('select count(*) as n from patient_matches where patient_list_id = $1', 'L2')).toEqual({
    n: 0,
  });
});

test('counts every row of a list, and rows without a name of every list', async () => {
  await addList('L1', { oak1: people.oak1 });
  await write(`update patients set first_name = null, last_name = null where id = 'L1-Bo Lee';
    insert into patients (account_id, id, patient_list_id, household_id, first_name, last_name, phone, first_visit, production_cents)
    select account_id, id || ' ' || at, patient_list_id, household_id, first_name, last_name, phone, first_visit, 1000
    from patients cross join generate_series(1, 2) at`);
  await auditHere();
  // three rows of Ann, and three without a name who live with her
  expect(await figures()).toMatchObject([audited({ patients: 6, production: 1040 }), {}, {}]);
});

test('audits a mailing by lists that reach back to its delivery, or that have matches with it', async () => {
  await addList('L1', { oak3: people.oak3 }, undefined, '2026-01-08');
  await auditHere();
  expect(await figures()).toMatchObject([{ day: null }, audited({ patients: 0 }), { day: null }]);
  await addList('L2', { oak1: people.oak1 }, undefined, '2026-01-08');
  await auditHere();
  expect(await figures()).toMatchObject([audited({ patients: 2 }), audited({ patients: 0 }), { day: null }]);
});

test('waits for a list whose rows are still changing', async () => {
  await addList('L1', people);
  await write('update patient_lists set version = 2');
  await audits.audit({ accountId: 'A1', patientListId: 'L1' });
  await auditHere();
  expect(await read('select from patient_list_audits')).toEqual([]);
});

describe('an audit in progress', () => {
  const list = { accountId: 'A1', patientListId: 'L1' };
  const connections = `from pg_stat_activity where datname = current_database() and application_name = 'mailcall audit'`;

  async function startWaitingAudit() {
    await addList('L1', people);
    const holder = await db.database.pool.connect();
    onTestFinished(async () => {
      await holder.query('rollback');
      holder.release();
    });
    await holder.query('begin');
    await holder.query(`select 1 from patient_lists where account_id = 'A1' for update`);
    const audit = audits.audit(list);
    await vi.waitFor(async () => expect(await countLockWaits(db.database.pool)).toBe(1), { timeout: 60_000 });
    return { audit, letGo: () => holder.query('rollback') };
  }

  test('ends when audits are stopped and writes nothing, and none starts any more', async () => {
    const { audit, letGo } = await startWaitingAudit();
    await audits.stop();
    await audit;
    await letGo();
    await vi.waitFor(async () => expect(await read(`select ${connections}`)).toEqual([]), {
      timeout: 60_000,
    });
    await audits.audit(list);
    expect(await read('select from patient_list_audits')).toEqual([]);
  });

  test('fails with the code of an error of PostgreSQL, whose message is not logged', async () => {
    const { audit, letGo } = await startWaitingAudit();
    const failure = audit.catch((error: unknown) => loggedError(error));
    await read(`select pg_cancel_backend(pid) ${connections}`);
    expect(await failure).toMatchObject({ code: '57014', message: 'its message is not logged' });
    await letGo();
    await audits.audit(list);
    expect(await read('select from patient_list_audits')).toHaveLength(1);
  });
});

test('audits in a job what was requested, once', async () => {
  await addList('L1', { oak1: people.oak1 });
  const { pool, kysely } = db.database;
  await addList('L2', { oak2: people.oak2 });
  await requestAudit(kysely, { accountId: 'A1', patientListId: 'L1' });
  await requestAudit(kysely, { accountId: 'A1', patientListId: 'L1' });
  await requestOutdatedAudits(kysely);
  expect(await one('select count(*) as n from graphile_worker.jobs')).toEqual({ n: 2 });
  const log = createLog(readEnvironment({ LOG_LEVEL: 'silent' }));
  const jobs = await startJobs({ pool, log, tasks: audits.tasks });
  onTestFinished(() => jobs.stop());
  await vi.waitFor(
    async () => expect(await one('select count(*) as n from graphile_worker.jobs')).toEqual({ n: 0 }),
    { timeout: 60_000, interval: 50 },
  );
  expect(await figures()).toMatchObject([{ id: 'M1', patients: 2 }, { patients: 1 }, {}]);
});
