import type { CallerHousehold } from '@mailcall/contract/callers.ts';
import { type MatchRule, matchRuleLabels } from '@mailcall/contract/rules/patient-match.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import { type AddressParts, addressText } from './address-text.ts';
import { logPatientListUse } from './patient-list-access.ts';

const maxPatients = 20;

interface PatientRecord extends AddressParts {
  patientListId: string;
  householdId: string;
  listName: string;
  id: string;
  name: string;
  firstVisit: string | null;
  rule: MatchRule | null;
}

/** Households that the audits of current lists found by these calls, and mailings that reached them. @param calls condition over `calls` */
export async function householdsOfCalls(
  database: Queryable,
  accountId: string,
  calls: RawBuilder<unknown>,
): Promise<{ households: CallerHousehold[]; campaignIds: string[] }> {
  const { rows } = await sql<PatientRecord>`
    with matched as materialized (
      select match.patient_list_id, match.household_id, match.id, match.rule from patient_matches match
      join calls on calls.account_id = match.account_id and calls.id = match.call_id
      where match.account_id = ${accountId} and ${calls}),
    found as (select distinct patient_list_id, household_id from matched)
    select found.patient_list_id as "patientListId", found.household_id as "householdId", lists.name as "listName",
      household.address, household.city, household.state, household.zip,
      patients.id, concat_ws(' ', patients.first_name, patients.last_name) as name, ${dayText('patients.first_visit')} as "firstVisit",
      (select matched.rule from matched where matched.patient_list_id = found.patient_list_id and matched.id = patients.id) as rule
    from found
    join patient_lists lists on lists.account_id = ${accountId} and lists.id = found.patient_list_id
      and not lists.deleted and lists.archived_at is null
    join patient_households household on household.account_id = lists.account_id
      and household.patient_list_id = found.patient_list_id and household.id = found.household_id
    join patients on patients.account_id = lists.account_id and patients.patient_list_id = found.patient_list_id
      and patients.household_id = found.household_id and not patients.deleted
    order by lists.modified_at desc, found.household_id, patients.first_visit nulls last, patients.id`.execute(
    database,
  );
  const groups = Map.groupBy(rows, ({ patientListId, householdId }) => `${patientListId}\n${householdId}`);
  const households = [...groups.values()].flatMap(([first, ...others]): CallerHousehold[] =>
    first
      ? [
          {
            accountId,
            patientListId: first.patientListId,
            listName: first.listName,
            address: addressText(first),
            patients: [first, ...others].slice(0, maxPatients).map(({ id, name, firstVisit, rule }) => ({
              id,
              name,
              firstVisit,
              rule: rule && matchRuleLabels[rule],
            })),
          },
        ]
      : [],
  );
  const reached = await sql<{ campaignId: string }>`
    select distinct campaign_id as "campaignId" from mailed_households
    where account_id = ${accountId} and (patient_list_id, household_id) in (
      select * from unnest(cast(${rows.map((row) => row.patientListId)} as text[]), cast(${rows.map((row) => row.householdId)} as text[])))`.execute(
    database,
  );
  return { households, campaignIds: reached.rows.map(({ campaignId }) => campaignId) };
}

/** Reading a household is a use of its list. */
export async function logHouseholdsRead(
  database: Queryable,
  { contactId, at }: { contactId: string; at: Date },
  households: readonly CallerHousehold[],
): Promise<void> {
  const lists = new Map(households.map(({ accountId, patientListId: id }) => [id, { accountId, id }]));
  for (const list of lists.values())
    await logPatientListUse(database, { contactId, action: 'open', list, at, continues: true });
}
