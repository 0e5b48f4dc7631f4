import type { CallSort } from '@mailcall/contract/calls.ts';
import type pg from 'pg';
import { type CallListChoice, listFigures, type ScreenFigures } from './screens.ts';

/* As a first version would have it: one statement per request, compared by text, nothing counted beforehand; no HTTP or sessions. */

/** `$1` accounts, `$2` and `$3` range, `$4` start of the last 30 days. */
export interface DateBounds {
  from: Date;
  to: Date;
  recentFrom: Date;
}

const answered = `(select value from dimension_values d where d.dimension = 'answeredBy' and d.code = c.answered_by)`;
const patient = `(select value from dimension_values d where d.dimension = 'patientType' and d.code = c.patient_type)`;
const inRange = 'c.account_id = any($1) and not c.deleted and c.call_date_time between $2 and $3';
const recent = 'c.account_id = any($1) and not c.deleted and c.call_date_time >= $2';

export const scoredCalls = (where: string) => `
  select c.*, answerer.value as answerer, patient.value as patient,
    (select count(*) from appointments a where a.account_id = c.account_id and a.call_id = c.id and not a.deleted
      and not exists (select 1 from appointments later where later.account_id = a.account_id
        and later.previous_appointment_id = a.id and not later.deleted)) as booked
  from calls c
  left join dimension_values answerer on answerer.dimension = 'answeredBy' and answerer.code = c.answered_by
  left join dimension_values patient on patient.dimension = 'patientType' and patient.code = c.patient_type
  where ${where}`;

export const isOpportunity = `(answerer = 'Staff' and opportunity)`;
const isMissed = `(answerer <> 'Staff' and coalesce(patient, '') not in ('Spam', 'NOT a Patient Opportunity'))`;
const isNonOpportunity = `(answerer is not null and not coalesce(${isOpportunity}, false) and not coalesce(${isMissed}, false))`;

const summary = `
  select count(*)::int as all_calls_count,
    coalesce(sum(booked) filter (where answerer = 'Staff'), 0)::int as all_appointment_set_by_staff_count,
    (count(*) filter (where ${isOpportunity}))::int as opportunity_calls_by_staff_count,
    (count(*) filter (where ${isOpportunity}))::int as opportunity_calls_count,
    coalesce(sum(booked), 0)::int as appointment_calls_count,
    (count(*) filter (where booked > 0))::int as "calls_with_Appointments_count",
    (count(*) filter (where ${isMissed}))::int as missed_calls_count,
    (count(*) filter (where ${isNonOpportunity}))::int as non_opportunity_calls_count,
    (count(*) filter (where ${isNonOpportunity} and audio is not null))::int as non_opportunity_with_audio_count,
    (count(*) filter (where answerer is null))::int as unscored_calls_count
  from (${scoredCalls(inRange)}) scored`;

const missedOrFollowUp = `resolve_date is null and (${isMissed} or follow_up_opportunity)`;
const followUps = `
  select (count(*) filter (where follow_up_opportunity and resolve_date is null))::int as followup_opportunity_calls_count,
    (count(*) filter (where ${missedOrFollowUp}))::int as missed_and_followup_count
  from (${scoredCalls(recent)}) scored`;

const hours = `
  select extract(hour from scored.call_date_time at time zone accounts.time_zone) as hour,
    count(*) filter (where ${isOpportunity}) + count(*) filter (where ${isMissed}) as value
  from (${scoredCalls(inRange)}) scored join accounts on accounts.id = scored.account_id
  group by 1`;

const weekHours = `
  select extract(dow from scored.call_date_time at time zone accounts.time_zone) as weekday,
    extract(hour from scored.call_date_time at time zone accounts.time_zone) as hour,
    count(*)::int as value, (count(*) filter (where ${isMissed}))::int as missed
  from (${scoredCalls(inRange)}) scored join accounts on accounts.id = scored.account_id
  group by 1, 2`;

const byDimension = (dimension: string, column: string, more = '') => `
  select names.value as name, count(*)::int as value, min(c.call_date_time) as first
  from calls c join dimension_values names on names.dimension = '${dimension}' and names.code = c.${column}
  where ${inRange} ${more} group by names.value order by 2 desc, 1`;

const byCampaign = `
  select m.campaign_type as name, m.media_type, count(*)::int as value, min(c.call_date_time) as first
  from calls c
  left join tracking_lines l on l.account_id = c.account_id and l.id = c.tracking_line_id and not l.deleted
  join campaigns m on m.account_id = c.account_id and m.id = coalesce(c.reported_campaign_id, l.campaign_id) and not m.deleted
  where ${inRange} and c.answered_by is not null group by m.campaign_type, m.media_type order by 3 desc, 1`;

const byItem = (kind: string) => `
  select i.item_name as name, count(*)::int as value, count(distinct c.id) as calls, min(c.call_date_time) as first
  from calls c join inquiries i on i.account_id = c.account_id and i.call_id = c.id and not i.deleted and i.kind = '${kind}'
  where ${inRange} group by i.item_id, i.item_name order by 2 desc, 1`;

export const dimensionColumns = {
  callerGender: 'caller_gender',
  paymentType: 'payment_type',
  callerSource: 'caller_source',
  followUpReason: 'follow_up_reason',
  noAppointmentScheduledReason: 'no_appointment_scheduled_reason',
  nonOpportunityReason: 'non_opportunity_reason',
  answeredBy: 'answered_by',
  ivrOutcome: 'ivr_outcome',
  voicemailOutcome: 'voicemail_outcome',
  callerLanguage: 'caller_language',
  patientType: 'patient_type',
} as const;

const breakdowns: Record<string, string> = {
  offer: byItem('offer'),
  service: byItem('service'),
  insurance: byItem('insurance'),
  campaignSource: byCampaign,
  ...Object.fromEntries(
    Object.entries(dimensionColumns).map(([dimension, column]) => [
      dimension,
      byDimension(dimension, column, dimension === 'callerSource' ? 'and c.wrong_source_mentioned' : ''),
    ]),
  ),
};

const rowTables = `
  join accounts o on o.id = c.account_id
  left join staff s on s.account_id = c.account_id and s.id = c.handler_id
  left join tracking_lines l on l.account_id = c.account_id and l.id = c.tracking_line_id and not l.deleted
  left join campaigns m on m.account_id = c.account_id and m.id = coalesce(c.reported_campaign_id, l.campaign_id)`;

const pageRows = (where: string) => `
  select c.*, o.name as account_name, o.time_zone, s.name as handler_name, m.name as campaign_name, m.campaign_type as campaign,
    ${answered} as answerer, ${patient} as patient
  from calls c ${rowTables} where ${where}`;
const page = (where: string) => `${pageRows(where)} order by c.call_date_time desc, c.id limit 15`;

const waitingWhere = `${recent} and c.resolve_date is null and (c.follow_up_opportunity or
  (${answered} <> 'Staff' and coalesce(${patient}, '') not in ('Spam', 'NOT a Patient Opportunity')))`;

const byStaff = `answerer = 'Staff'`;
const notOffered = (offered: string) => `${byStaff} and ${offered} is not true`;

const leaderboard = `
  select s.id, count(*)::int as calls, (count(*) filter (where opportunity))::int as opportunities,
    sum(booked)::int as appointments, (count(*) filter (where booked > 0))::int as booked_calls,
    (count(*) filter (where ${notOffered('source_caller_mentioned')} and asked_for_source))::int as sources,
    (count(*) filter (where good_impression))::int as impressions,
    (s.staff_type <> '' and sum(booked) > 0 and count(*) filter (where opportunity) > 0)::int as converts
  from (${scoredCalls(inRange)}) scored
  join staff s on s.account_id = scored.account_id and s.id = scored.handler_id
  where ${byStaff} group by s.id, s.staff_type`;

const handling = `
  select (count(*) filter (where ${byStaff}))::int as "answered calls",
    (count(*) filter (where ${notOffered('appointment_caller_mentioned')} and asked_for_appointment))::int as "asked for appointment",
    (count(asked_for_appointment) filter (where ${notOffered('appointment_caller_mentioned')}))::int as "could ask for appointment",
    (count(*) filter (where ${notOffered('source_caller_mentioned')} and asked_for_source))::int as "asked for source",
    (count(asked_for_source) filter (where ${notOffered('source_caller_mentioned')}))::int as "could ask for source",
    (count(*) filter (where ${byStaff} and good_impression))::int as "good impressions",
    (count(*) filter (where ${notOffered('additional_appointment_caller_mentioned')} and asked_for_additional_appointment))::int as "asked for more",
    (count(*) filter (where interacted_with_ivr))::int as "used the menu"
  from (${scoredCalls(inRange)}) scored`;

const prices = `
  select names.value as name, count(*)::int as calls, (count(*) filter (where booked > 0))::int as booked_calls
  from (${scoredCalls(inRange)}) scored
  join dimension_values names on names.dimension = 'priceAnswer' and names.code = scored.price_answer
  where ${byStaff} group by names.value order by 2 desc, 1`;

const holds = `
  select (count(*) filter (where placed_on_hold))::int as "on hold",
    (count(*) filter (where placed_on_hold and asked_to_place_on_hold))::int as "asked before hold",
    round(avg(hold_seconds) filter (where placed_on_hold))::int as "seconds on hold"
  from (${scoredCalls(inRange)}) scored where ${byStaff}`;

const sortKeys: Readonly<Record<CallSort, string>> = {
  callDateTime: 'c.call_date_time',
  callDuration: 'c.duration_seconds',
  answeredBy: `lower(coalesce(s.name, ${answered})) collate "C"`,
  callType: `case when c.follow_up_opportunity and c.resolve_date is null then 1 when c.resolve_date is not null then 2
    when c.appointment_count > 0 then 3 when ${answered} = 'Staff' and c.opportunity then 4 else 5 end`,
};

const searched = `(${['c.caller_name', 'c.caller_id_name', 'c.caller_phone_number', 'c.highlights', 'm.name']
  .map((text) => `lower(${text}) like '%' || lower($4) || '%'`)
  .join(' or ')})`;

export class PlainSql {
  readonly #pool: pg.Pool;
  readonly #bounds: DateBounds;

  constructor(pool: pg.Pool, bounds: DateBounds) {
    this.#pool = pool;
    this.#bounds = bounds;
  }

  async #rows(
    text: string,
    accountIds: readonly string[],
    dates: 'range' | 'recent' = 'range',
  ): Promise<Record<string, number>[]> {
    const { from, to, recentFrom } = this.#bounds;
    const values = dates === 'range' ? [accountIds, from, to] : [accountIds, recentFrom];
    return (await this.#pool.query<Record<string, number>>(text, values)).rows;
  }

  async summary(accountIds: readonly string[]): Promise<ScreenFigures> {
    const [counts, recently] = await Promise.all([
      this.#rows(summary, accountIds),
      this.#rows(followUps, accountIds, 'recent'),
    ]);
    return { ...counts[0], ...recently[0] };
  }

  async overview(accountIds: readonly string[]): Promise<ScreenFigures> {
    const all: ScreenFigures = {};
    const sum = (rows: Record<string, number>[]) => rows.reduce((total, { value = 0 }) => total + value, 0);
    await Promise.all([
      this.summary(accountIds).then((figures) => Object.assign(all, figures)),
      this.#rows(hours, accountIds).then((rows) => {
        all['calls by hour'] = sum(rows);
      }),
      this.#rows(weekHours, accountIds).then((rows) => {
        all['calls by day and hour'] = sum(rows);
        all['missed by day and hour'] = rows.reduce((total, { missed = 0 }) => total + missed, 0);
        all['days and hours'] = rows.length;
      }),
      ...Object.entries(breakdowns).map(async ([key, text]) => {
        const rows = await this.#rows(text, accountIds);
        all[key] = sum(rows);
        all[`${key} rows`] = rows.length;
      }),
      this.#rows(page(waitingWhere), accountIds, 'recent'),
      this.#rows(
        `select count(*)::int as total from calls c where ${waitingWhere}`,
        accountIds,
        'recent',
      ).then((rows) => {
        all['missed and follow-up list'] = rows[0]?.['total'] ?? 0;
      }),
    ]);
    return all;
  }

  async frontDesk(accountIds: readonly string[]): Promise<ScreenFigures> {
    const [staff, counts, answers, onHold] = await Promise.all(
      [leaderboard, handling, prices, holds].map((text) => this.#rows(text, accountIds)),
    );
    const sum = (rows: Record<string, number>[] | undefined, column: string) =>
      (rows ?? []).reduce((total, row) => total + (row[column] ?? 0), 0);
    return {
      staff: staff?.length ?? 0,
      'staff with a conversion': sum(staff, 'converts'),
      'calls of staff': sum(staff, 'calls'),
      'opportunities of staff': sum(staff, 'opportunities'),
      'appointments of staff': sum(staff, 'appointments'),
      'appointment calls of staff': sum(staff, 'booked_calls'),
      ...counts?.[0],
      'answers about the price': sum(answers, 'calls'),
      'answers with an appointment': sum(answers, 'booked_calls'),
      ...onHold?.[0],
    };
  }

  async allCallsPage(accountIds: readonly string[]): Promise<ScreenFigures> {
    const [figures, total, rows] = await Promise.all([
      this.summary(accountIds),
      this.#rows(`select count(*)::int as total from calls c where ${inRange}`, accountIds),
      this.#rows(page(inRange), accountIds),
    ]);
    return { ...figures, 'list total': total[0]?.['total'] ?? 0, 'list rows': rows.length };
  }

  async searchCallers(accountIds: readonly string[], query: string): Promise<ScreenFigures> {
    const values = [accountIds, `%${query}%`];
    const [calls] = await Promise.all([
      this.#pool.query<{ call_date_time: Date }>(
        `select c.*, accounts.name from calls c join accounts on accounts.id = c.account_id
        where c.account_id = any($1) and not c.deleted
          and (lower(c.caller_name) like $2 or lower(c.caller_id_name) like $2 or lower(c.caller_phone_number) like $2)
        order by c.call_date_time desc limit 100`,
        values,
      ),
      ...['campaigns', 'tracking_lines'].map((table) =>
        this.#pool.query(
          `select * from ${table} where account_id = any($1) and not deleted and lower(friendly_name) like $2 limit 6`,
          values,
        ),
      ),
      this.#pool.query('select * from accounts where id = any($1) and lower(name) like $2 limit 6', values),
    ]);
    return { 'newest call': calls?.rows[0]?.call_date_time.getTime() ?? 0 };
  }

  async callList(accountIds: readonly string[], { sort, search }: CallListChoice): Promise<ScreenFigures> {
    const { from, to } = this.#bounds;
    const where = search === undefined ? inRange : `${inRange} and ${searched}`;
    const values = [accountIds, from, to, ...(search === undefined ? [] : [search])];
    const [total, rows] = await Promise.all([
      this.#pool.query<{ total: number }>(
        `select count(*)::int as total from calls c ${search === undefined ? '' : rowTables} where ${where}`,
        values,
      ),
      this.#pool.query<{ duration_seconds: number }>(
        `${pageRows(where)} order by ${sortKeys[sort]} desc nulls last, c.id limit 15`,
        values,
      ),
    ]);
    return listFigures(
      total.rows[0]?.total ?? 0,
      rows.rows.map(({ duration_seconds }) => duration_seconds),
    );
  }
}
