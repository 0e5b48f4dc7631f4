import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { deliveredMailings } from './delivered-mailings.ts';

interface AuditFigures {
  id: string;
  day: string | null;
  patients: number | null;
  production: string | null;
  top: number | null;
}

/**
 * Stores the audit figures of an account's mailings. A mailing is audited by a list that was uploaded or changed on its delivery day or
 * later, and that reaches back to that day or has matches with it. A person in several lists counts in the one changed last; rows of one
 * list, and rows without a name, are never merged.
 */
export async function refreshAuditFigures(transaction: Queryable, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit figures ${accountId}`}, 0))`.execute(
    transaction,
  );
  // the planner expects a single row for lists of one account, and would join every match with every patient
  await sql`set local enable_nestloop = off`.execute(transaction);
  // an unavoidable nested loop makes the estimate so high that PostgreSQL would compile the query
  await sql`set local jit = off`.execute(transaction);
  // two statements, because a distributed database cannot do both in one
  const { rows } = await sql<AuditFigures>`
    with lists as (
      select list.id, list.modified_at, list.from_date, (list.modified_at at time zone accounts.time_zone)::date as day
      from patient_lists list
      join accounts on accounts.id = list.account_id
      join patient_list_audits audit on audit.account_id = list.account_id and audit.patient_list_id = list.id
      where list.account_id = ${accountId} and not list.deleted
    ),
    ranked as (
      select patients.id, patients.patient_list_id, patients.household_id, patients.row_number, patients.first_name,
        patients.last_name, patients.phone, patients.production_cents,
        coalesce(patients.production_cents, 0) > 0
          and rank() over (partition by patients.patient_list_id order by patients.production_cents desc nulls last) - 1
            < count(*) over (partition by patients.patient_list_id) / 5.0 as is_top
      from patients join lists on lists.id = patients.patient_list_id
      where patients.account_id = ${accountId} and not patients.deleted
    ),
    people as (
      select match.campaign_id, ranked.production_cents, ranked.is_top,
        rank() over (partition by person.key order by lists.modified_at desc, lists.id) as list_rank
      from patient_matches match
      join lists on lists.id = match.patient_list_id
      join ranked on ranked.id = match.id and ranked.patient_list_id = match.patient_list_id
      join patient_households household on household.account_id = match.account_id
        and household.patient_list_id = match.patient_list_id and household.id = match.household_id
      cross join lateral (
        select case when household.address_key is null or concat(ranked.first_name, ranked.last_name) = '' then concat_ws(' ', match.patient_list_id, match.id)
          else concat_ws(' ', household.address_key, household.zip, lower(ranked.first_name), lower(ranked.last_name)) end as key
      ) person
      where match.account_id = ${accountId}
    ),
    figures as (
      select campaigns.id, audited.day,
        case when audited.day is null then null else coalesce(found.patients, 0) end as patients,
        case when audited.day is null then null else coalesce(found.production, 0) end as production,
        case when audited.day is null then null else coalesce(found.top, 0) end as top
      from campaigns
      left join (${deliveredMailings(sql`${accountId}`)}) mailing on mailing.id = campaigns.id
      left join lateral (
        select max(lists.day) as day
        from lists
        where lists.day >= mailing.delivery and (lists.from_date <= mailing.delivery or exists (
          select 1 from patient_matches match
          where match.account_id = ${accountId} and match.patient_list_id = lists.id and match.campaign_id = campaigns.id))
      ) audited on true
      left join (
        select campaign_id, count(*)::int as patients, sum(coalesce(production_cents, 0)) / 100.0 as production,
          (count(*) filter (where is_top))::int as top
        from people where list_rank = 1 group by campaign_id
      ) found on found.campaign_id = campaigns.id
      where campaigns.account_id = ${accountId}
    )
    select figures.id, figures.day, figures.patients, figures.production::numeric(14, 2)::text as production, figures.top
    from figures join campaigns on campaigns.id = figures.id
    where campaigns.account_id = ${accountId} and row(campaigns.portal_matched_last_audit, campaigns.portal_matched_new_patients,
          campaigns.portal_matched_total_production, campaigns.portal_matched_top_patients)
        is distinct from row(figures.day, figures.patients, figures.production::numeric(14, 2), figures.top)
    order by campaigns.id
    for update of campaigns`.execute(transaction);
  await sql`set local enable_nestloop to default`.execute(transaction);
  await sql`set local jit to default`.execute(transaction);
  if (rows.length === 0) return;
  await sql`
    update campaigns
    set portal_matched_last_audit = changed.day, portal_matched_new_patients = changed.patients,
      portal_matched_total_production = changed.production, portal_matched_top_patients = changed.top
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ patients }) => patients)}::integer[], ${rows.map(({ production }) => production)}::numeric[],
      ${rows.map(({ top }) => top)}::integer[]) as changed (id, day, patients, production, top)
    where campaigns.account_id = ${accountId} and campaigns.id = changed.id`.execute(transaction);
}
