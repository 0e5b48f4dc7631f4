import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { refreshAuditFigures } from './audit-figures.ts';
import type { AuditTotals } from './audit-totals.ts';
import type { AuditResult } from './match-patients.ts';

interface ListOfResult {
  accountId: string;
  patientListId: string;
  version: number;
  inputHash: string;
  now: Date;
}

/** Writes only changes since the stored audit. Writes nothing and returns false if the list changed meanwhile or was removed. */
export async function writeResult(
  transaction: Queryable,
  list: ListOfResult,
  { result, totals }: { result: AuditResult; totals: AuditTotals },
): Promise<boolean> {
  const { accountId, patientListId, version } = list;
  const { rows: current } = await sql`
    select 1 from patient_lists
    where account_id = ${accountId} and id = ${patientListId} and version = ${version} and prepared_version = ${version}
      and not deleted
    for update`.execute(transaction);
  if (current.length === 0) return false;
  const changes =
    (await writeRows(transaction, list, patientMatchRows(result))) +
    (await writeRows(transaction, list, mailedHouseholdRows(result)));
  await writeTotals(transaction, list, totals, changes > 0);
  await refreshAuditFigures(transaction, accountId);
  return true;
}

interface NewRows {
  table: string;
  columns: readonly { name: string; type: 'text' | 'date'; values: readonly (string | null)[] }[];
}

const dateText = (day: number | null) =>
  day === null ? null : new Date(days(day)).toISOString().slice(0, 10);

const patientMatchRows = ({ matches }: AuditResult): NewRows => ({
  table: 'patient_matches',
  columns: [
    { name: 'id', type: 'text', values: matches.map(({ id }) => id) },
    { name: 'household_id', type: 'text', values: matches.map(({ householdId }) => householdId) },
    { name: 'class', type: 'text', values: matches.map((match) => match.class) },
    { name: 'rule', type: 'text', values: matches.map(({ rule }) => rule) },
    { name: 'first_visit', type: 'date', values: matches.map(({ firstVisit }) => dateText(firstVisit)) },
    { name: 'campaign_id', type: 'text', values: matches.map(({ mailingId }) => mailingId) },
    { name: 'delivery_day', type: 'date', values: matches.map(({ delivery }) => dateText(delivery)) },
    { name: 'call_id', type: 'text', values: matches.map(({ callId }) => callId) },
    { name: 'call_day', type: 'date', values: matches.map(({ callDay }) => dateText(callDay)) },
    { name: 'appointment_id', type: 'text', values: matches.map(({ appointmentId }) => appointmentId) },
    {
      name: 'appointment_day',
      type: 'date',
      values: matches.map(({ appointmentDay }) => dateText(appointmentDay)),
    },
  ],
});

const mailedHouseholdRows = ({ mailed }: AuditResult): NewRows => ({
  table: 'mailed_households',
  columns: [
    { name: 'household_id', type: 'text', values: mailed.map(({ householdId }) => householdId) },
    { name: 'campaign_id', type: 'text', values: mailed.map(({ mailingId }) => mailingId) },
    { name: 'delivery_day', type: 'date', values: mailed.map(({ delivery }) => dateText(delivery)) },
  ],
});

/** Replaces the list's rows but leaves equal ones alone; returns the number of changes. */
async function writeRows(
  transaction: Queryable,
  { accountId, patientListId }: ListOfResult,
  { table, columns }: NewRows,
): Promise<number> {
  const [key, ...others] = columns;
  if (!key) return 0;
  const names = (list: readonly { name: string }[], prefix = '') =>
    sql.join(list.map(({ name }) => sql.ref(prefix + name)));
  const ofList = sql`stored.account_id = ${accountId} and stored.patient_list_id = ${patientListId}`;
  const removed = await sql`
    delete from ${sql.table(table)} stored
    where ${ofList} and not exists (
      select 1 from unnest(${[...key.values]}::text[]) as next (key) where next.key = ${sql.ref(`stored.${key.name}`)}
    )`.execute(transaction);
  const arrays: RawBuilder<unknown>[] = columns.map(
    ({ values, type }) => sql`${[...values]}::${sql.raw(type)}[]`,
  );
  const written = await sql`
    insert into ${sql.table(table)} as stored (account_id, patient_list_id, ${names(columns)})
    select ${accountId}, ${patientListId}, ${names(columns, 'next.')}
    from unnest(${sql.join(arrays)}) as next (${names(columns)})
    on conflict (account_id, patient_list_id, ${sql.ref(key.name)}) do update
    set (${names(others)}) = row(${names(others, 'excluded.')})
    where row(${names(others, 'stored.')}) is distinct from row(${names(others, 'excluded.')})`.execute(
    transaction,
  );
  return Number(removed.numAffectedRows ?? 0) + Number(written.numAffectedRows ?? 0);
}

async function writeTotals(
  transaction: Queryable,
  { accountId, patientListId, inputHash, now }: ListOfResult,
  { strong, weak, none, matchedPatients, mailingIds }: AuditTotals,
  matchesChanged: boolean,
): Promise<void> {
  await sql`
    insert into patient_list_audits as stored (account_id, patient_list_id, input_hash, audited_at, strong_households,
      strong_production_cents, weak_households, weak_production_cents, unmatched_households, unmatched_production_cents,
      matched_patients, campaign_ids)
    values (${accountId}, ${patientListId}, ${inputHash}, ${now}, ${strong.households}, ${strong.productionCents},
      ${weak.households}, ${weak.productionCents}, ${none.households}, ${none.productionCents}, ${matchedPatients},
      ${mailingIds})
    on conflict (account_id, patient_list_id) do update
    set input_hash = excluded.input_hash,
      audited_at = case when ${matchesChanged} or ${totalsOf('stored')} is distinct from ${totalsOf('excluded')}
        then excluded.audited_at else stored.audited_at end,
      (strong_households, strong_production_cents, weak_households, weak_production_cents, unmatched_households,
        unmatched_production_cents, matched_patients, campaign_ids) = ${totalsOf('excluded')}
    where stored.input_hash <> excluded.input_hash or ${matchesChanged}
      or ${totalsOf('stored')} is distinct from ${totalsOf('excluded')}`.execute(transaction);
}

const totalColumns = [
  'strong_households',
  'strong_production_cents',
  'weak_households',
  'weak_production_cents',
  'unmatched_households',
  'unmatched_production_cents',
  'matched_patients',
  'campaign_ids',
];
const totalsOf = (table: string) =>
  sql`row(${sql.join(totalColumns.map((column) => sql.ref(`${table}.${column}`)))})`;
