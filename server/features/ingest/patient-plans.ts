import { identifyingFields, nobody } from '@mailcall/contract/rules/patient-row.ts';
import type { Queryable } from '../../platform/database.ts';
import { requestAudit, queuePreparation, removePatients } from '../patient-lists/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan, type PortalRows } from './merge-plan.ts';
import { erasedCheck, erasedOtherPhones, leaveRemovedPatients } from './removed-data.ts';
import { patientColumnOf } from './patient-files.ts';
import { portalIdChecks, portalIdJoins, takenOver } from './portal-rows.ts';

/** New rows replace the list: the file has all patients. */
async function removeFormerPatients(database: Queryable): Promise<void> {
  await executeSql(
    database,
    `delete from patients using ${batchTable} batch, patient_lists known
     where not batch.is_new and batch.bad is null and batch.content_hash is not null
       and known.account_id = batch.account_id and known.id = batch.id
       and known.content_hash is distinct from batch.content_hash
       and patients.account_id = known.account_id and patients.patient_list_id = known.id`,
  );
}

const ofLists = [
  'patients',
  'patient_households',
  'patient_matches',
  'kept_matches',
  'mailed_households',
  'patient_list_audits',
  'patient_list_uploads',
  'patient_list_exports',
];

async function removeAllPatients(
  { database, record }: ImportRun,
  lists: readonly { accountId: string; id: string }[],
): Promise<void> {
  if (lists.length === 0) return;
  await record.apart(async () => {
    for (const list of lists) await removePatients(database, list);
  });
}

const listRows: PortalRows = {
  namedBy: [
    ...ofLists.map((table) => ({ table, column: 'patient_list_id' })),
    { table: 'patient_list_uploads', column: 'replaced_list_id' },
  ],
  locks: {
    table: 'patient_lists',
    ids: `select former_id from ${takenOver} union select id from ${takenOver}`,
  },
  async removeDoubles(run) {
    const { database } = run;
    const { rows } = await executeSql<{ accountId: string; id: string }>(
      database,
      `select account_id as "accountId", id from ${takenOver} where is_double`,
    );
    await removeAllPatients(run, rows);
  },
  async after(database) {
    const { rows } = await executeSql<{ accountId: string; id: string; isPrepared: boolean }>(
      database,
      `select list.account_id as "accountId", list.id, list.prepared_version = list.version as "isPrepared"
       from patient_lists list join ${takenOver} taken using (account_id, id) where not list.deleted`,
    );
    await queuePreparation(
      database,
      rows.filter(({ isPrepared }) => !isPrepared),
    );
    // a running audit has the former id
    for (const { accountId, id } of rows) await requestAudit(database, { accountId, patientListId: id });
  },
};

export const patientListsPlan: MergePlan = {
  file: feedFile('patient-lists'),
  together: false,
  account: 'own',
  versioned: false,
  portalRows: listRows,
  joins: portalIdJoins('patient_lists'),
  checks: [
    {
      column: 'id',
      when: `known.source = 'portal' and known.id = known.portal_id and feed.portal_id is distinct from known.portal_id`,
      feedOnly: true,
      reason: `'is the id of a list that was uploaded in the portal'`,
    },
    ...portalIdChecks(feedFile('patient-lists')),
  ],
  async makeRoom({ database, portalWork, record }) {
    if (!portalWork) return;
    await record.load({
      table: 'patients',
      by: 'patient_list_id',
      of: `select id from ${batchTable} where not is_new and bad is null and content_hash is not null`,
    });
    await removeFormerPatients(database);
  },
  async after(run) {
    const { database, portalWork } = run;
    await executeSql(
      database,
      portalWork
        ? `update patient_lists set source = 'portal' from ${batchTable} batch
           where batch.bad is null and patient_lists.source <> 'portal' and patient_lists.portal_id is not null
             and patient_lists.account_id = batch.account_id and patient_lists.id = batch.id`
        : `update patient_lists set modified_at = patient_lists.uploaded_at from ${batchTable} batch
           where batch.is_new and batch.bad is null
             and patient_lists.account_id = batch.account_id and patient_lists.id = batch.id`,
    );
    const { rows } = await executeSql<{ accountId: string; id: string }>(
      database,
      `select account_id as "accountId", id from ${batchTable} where bad is null and deleted and not is_new`,
    );
    await removeAllPatients(run, rows);
  },
};

/** Former and present lists of the batch's patients. */
const changedLists = `
  select account_id, patient_list_id as id from ${batchTable} where bad is null
  union select account_id, former_list_id from ${batchTable} where bad is null and former_list_id is not null`;

/** Changed lists are prepared and audited again. */
export const patientsPlan: MergePlan = {
  file: feedFile('patients'),
  together: false,
  account: 'own',
  versioned: false,
  names: [{ column: 'patient_list_id', table: 'patient_lists' }],
  joins:
    'left join lateral (select id, account_id, source, deleted, uploaded_at from patient_lists where id = next.patient_list_id offset 0) named_list on true',
  derived: [{ name: 'former_list_id', sql: 'known.patient_list_id' }],
  checks: [
    {
      column: 'patient_list_id',
      when: 'named_list.id is null',
      reason: "'names patient list ' || next.patient_list_id || ', which is not known'",
    },
    {
      column: 'patient_list_id',
      when: 'named_list.account_id <> next.account_id',
      reason:
        "'names patient list ' || next.patient_list_id || ', which belongs to account ' || named_list.account_id",
    },
    {
      column: 'patient_list_id',
      when: `named_list.deleted or named_list.source = 'portal'`,
      feedOnly: true,
      reason:
        "'names patient list ' || next.patient_list_id || ', which was ' || case when named_list.deleted then 'deleted' else 'uploaded in the portal' end",
    },
    erasedCheck('phone', {
      when: 'known.personal_data_removed is not true',
      before: 'named_list.uploaded_at',
    }),
    erasedOtherPhones,
    {
      column: '',
      when: `known.personal_data_removed is not true and ${identifyingFields.map((field) => `next.${patientColumnOf(field)} is null`).join(' and ')}`,
      reason: `'${nobody}'`,
    },
  ],
  reads: () => [{ table: 'patient_lists', by: 'id', of: 'select patient_list_id from patients' }],
  async before(run, lines) {
    if (run.hasRemovedData) await leaveRemovedPatients(run, lines);
  },
  async after({ database, portalWork, record }) {
    await record.lock({ table: 'patient_lists', rows: changedLists, copiesOnly: true });
    // rows of a never prepared list come with the list; rows of the portal's own list come with its time
    const { rows } = await executeSql<{ accountId: string; id: string }>(
      database,
      `update patient_lists set version = version + 1,
         modified_at = case when prepared_version = 0 or $1 then modified_at else now() end
       from (${changedLists}) changed
       where patient_lists.account_id = changed.account_id and patient_lists.id = changed.id
       returning patient_lists.account_id as "accountId", patient_lists.id`,
      [portalWork],
    );
    await queuePreparation(database, rows);
  },
};
