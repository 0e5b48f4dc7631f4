import { identifyingFields, nobody } from '@mailcall/contract/rules/patient-row.ts';
import { queuePreparation, removePatients } from '../patient-lists/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { patientColumnOf } from './patient-files.ts';

/** Patient lists; one that was deleted in the portal stays deleted. */
export const patientListsPlan: MergePlan = {
  file: feedFile('patient-lists'),
  together: false,
  account: 'own',
  versioned: false,
  checks: [
    {
      column: 'id',
      when: `known.source = 'portal'`,
      reason: `'is the id of a list that was uploaded in the portal'`,
    },
  ],
  async after({ database }) {
    await executeSql(
      database,
      `update patient_lists set modified_at = patient_lists.uploaded_at from ${batchTable} batch
       where batch.is_new and batch.bad is null
         and patient_lists.account_id = batch.account_id and patient_lists.id = batch.id`,
    );
    const { rows } = await executeSql<{ accountId: string; id: string }>(
      database,
      `select account_id as "accountId", id from ${batchTable} where bad is null and deleted and not is_new`,
    );
    for (const list of rows) await removePatients(database, list);
  },
};

/** The patients of lists: lists whose rows have changed are prepared and audited again. */
export const patientsPlan: MergePlan = {
  file: feedFile('patients'),
  together: false,
  account: 'own',
  versioned: false,
  joins:
    'left join lateral (select id, account_id, source, deleted from patient_lists where id = next.patient_list_id offset 0) named_list on true',
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
      reason:
        "'names patient list ' || next.patient_list_id || ', which was ' || case when named_list.deleted then 'deleted' else 'uploaded in the portal' end",
    },
    {
      column: '',
      when: identifyingFields.map((field) => `next.${patientColumnOf(field)} is null`).join(' and '),
      reason: `'${nobody}'`,
    },
  ],
  async after({ database }) {
    // the rows of a list that was never prepared come with the list
    const { rows } = await executeSql<{ accountId: string; id: string }>(
      database,
      `update patient_lists set version = version + 1,
         modified_at = case when prepared_version = 0 then modified_at else now() end
       from (
         select account_id, patient_list_id as id from ${batchTable} where bad is null
         union select account_id, former_list_id from ${batchTable} where bad is null and former_list_id is not null
       ) changed
       where patient_lists.account_id = changed.account_id and patient_lists.id = changed.id
       returning patient_lists.account_id as "accountId", patient_lists.id`,
    );
    await queuePreparation(database, rows);
  },
};
