import type pg from 'pg';
import { defaultMailingPageSize, drawerCallRows } from '@mailcall/contract/mailings.ts';
import { maxEarlierMailings } from '@mailcall/contract/rules/mailing-story.ts';
import { inProductionPageSize } from './campaign-screens.ts';
import { isOpportunity, type PlainSql, scoredCalls } from './plain-sql.ts';
import type { ScreenFigures } from './screens.ts';

/* As a first version would have it: each card finds its calls by campaign and counts their appointments. */

const delivered = `m.status in ('delivered', 'deliveredInFirstCall')`;
const inProduction = `m.status in ('ordered', 'approved', 'printed', 'shipped')`;
const own = 'm.account_id = any($1) and not m.deleted';

const cardOf = `
  left join lateral (
    select d.id as design_id, v.front_image as design_front, v.back_image as design_back
    from designs d left join design_versions v on v.account_id = d.account_id and v.design_id = d.id and not v.deleted
    where d.account_id = m.account_id and m.id = any(d.campaign_ids) and not d.archived and not d.deleted
    order by d.next_review is null, d.id, v.version desc limit 1) design on true`;

const cards = (where: string, order: string, limit: number) => `
  select m.*, o.name as account_name, design.*, results.*
  from (select m.* from campaigns m where ${own} and ${where} order by m.delivery_week ${order} nulls last, m.id limit ${limit}) m
  join accounts o on o.id = m.account_id ${cardOf}
  cross join lateral (
    select (count(*) filter (where ${isOpportunity}))::int as leads, coalesce(sum(booked), 0)::int as appointments
    from (${scoredCalls('c.account_id = m.account_id and c.campaign_id = m.id and not c.deleted')}) scored) results`;

const cardsByConversion = `
  select m.*, o.name as account_name, design.*, coalesce(results.leads, 0) as leads, coalesce(results.appointments, 0) as appointments
  from campaigns m join accounts o on o.id = m.account_id ${cardOf}
  left join (
    select account_id, campaign_id,
      (count(*) filter (where ${isOpportunity}))::int as leads, sum(booked)::int as appointments
    from (${scoredCalls('c.account_id = any($1) and not c.deleted')}) scored group by 1, 2) results on results.account_id = m.account_id and results.campaign_id = m.id
  where ${own} and ${delivered}
  order by case when coalesce(results.leads, 0) = 0 then 0 else results.appointments::float8 / results.leads end desc, m.id
  limit ${defaultMailingPageSize}`;

const total = (where: string) => `select count(*)::int as total from campaigns m where ${own} and ${where}`;

const callsOfMailing = (what: string, end = '') => `
  select ${what} from (${scoredCalls('c.account_id = any($1) and c.campaign_id = $2 and not c.deleted')}) scored ${end}`;
const listed = `where booked > 0 or ${isOpportunity}`;

const deliveryDayOf = (mailing: string) => `coalesce(${mailing}.delivery_date, ${mailing}.delivery_week)`;

const earlierMailings = `
  select m.id from campaigns it join campaigns m on m.account_id = it.account_id and m.campaign_type = it.campaign_type
  where it.id = $2 and it.account_id = any($1) and m.id <> it.id and not m.deleted and ${delivered}
    and ${deliveryDayOf('m')} < ${deliveryDayOf('it')}
    and exists (select from calls c where c.account_id = m.account_id and c.campaign_id = m.id and not c.deleted)
  order by ${deliveryDayOf('m')} desc, m.id limit ${maxEarlierMailings}`;

const callsByDay = `
  select scored.campaign_id as id, scored.call_date_time::date as day, count(*)::int as calls,
    (count(*) filter (where ${isOpportunity}))::int as opportunity
  from (${scoredCalls('c.account_id = any($1) and c.campaign_id = any($2) and not c.deleted')}) scored group by 1, 2`;

const busiest = `
  select m.id, count(*)::int as calls from campaigns m
  join calls c on c.account_id = m.account_id and c.campaign_id = m.id and not c.deleted
  where ${own} and m.campaign_type = 'MVP Mail' group by m.id order by 2 desc, 1 limit 1`;

type Row = Record<string, number>;

export class PlainCampaigns {
  readonly #pool: pg.Pool;
  readonly #plain: PlainSql;

  constructor(pool: pg.Pool, plain: PlainSql) {
    this.#pool = pool;
    this.#plain = plain;
  }

  async #rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  async #list(
    list: string,
    page: string,
    where: string,
    accountIds: readonly string[],
  ): Promise<ScreenFigures> {
    const [counted, rows] = await Promise.all([
      this.#rows(total(where), accountIds),
      this.#rows(page, accountIds),
    ]);
    const sum = (column: string) => rows.reduce((all, row) => all + (row[column] ?? 0), 0);
    return {
      [`${list} mailings`]: counted[0]?.['total'] ?? 0,
      [`${list} cards`]: rows.length,
      [`${list} leads`]: sum('leads'),
      [`${list} appointments`]: sum('appointments'),
    };
  }

  async screen(accountIds: readonly string[]): Promise<ScreenFigures> {
    const [figures, waiting, done] = await Promise.all([
      this.#plain.summary(accountIds),
      this.#list('in production', cards(inProduction, 'asc', inProductionPageSize), inProduction, accountIds),
      this.#list('delivered', cards(delivered, 'desc', defaultMailingPageSize), delivered, accountIds),
    ]);
    const figure = (name: string) => figures[name] ?? 0;
    const { 'in production leads': _, 'in production appointments': __, ...counts } = waiting;
    return {
      all: figure('all_calls_count'),
      leads: figure('opportunity_calls_count'),
      appointments: figure('appointment_calls_count'),
      conversionRate: Math.round(
        (100 * figure('all_appointment_set_by_staff_count')) / figure('opportunity_calls_by_staff_count'),
      ),
      missed: figure('missed_calls_count'),
      followUps: figure('followup_opportunity_calls_count'),
      appointmentCalls: figure('calls_with_Appointments_count'),
      appointmentsByStaff: figure('all_appointment_set_by_staff_count'),
      leadsByStaff: figure('opportunity_calls_by_staff_count'),
      nonOpportunities: figure('non_opportunity_calls_count'),
      unscored: figure('unscored_calls_count'),
      missedAndFollowUps: figure('missed_and_followup_count'),
      ...counts,
      ...done,
    };
  }

  deliveredByConversion(accountIds: readonly string[]): Promise<ScreenFigures> {
    return this.#list('delivered', cardsByConversion, delivered, accountIds);
  }

  async busiestMailing(accountIds: readonly string[]): Promise<{ id: string; calls: number }> {
    const { rows } = await this.#pool.query<{ id: string; calls: number }>(busiest, [accountIds]);
    const [found] = rows;
    if (!found) throw new Error('The record holds no mailing with calls.');
    return found;
  }

  async drawer(accountIds: readonly string[], id: string): Promise<ScreenFigures> {
    const figures = `(count(*) filter (where ${isOpportunity}))::int as leads, coalesce(sum(booked), 0)::int as appointments,
      (count(*) filter (where booked > 0 or ${isOpportunity}))::int as listed`;
    const [, counted, rows] = await Promise.all([
      this.#rows(
        `select m.*, o.name as account_name, design.* from campaigns m join accounts o on o.id = m.account_id ${cardOf}
          where ${own} and m.id = $2`,
        accountIds,
        id,
      ),
      this.#rows(callsOfMailing(figures), accountIds, id),
      this.#rows(
        callsOfMailing(
          'scored.*',
          `${listed} order by scored.call_date_time desc, scored.id limit ${drawerCallRows}`,
        ),
        accountIds,
        id,
      ),
    ]);
    return {
      leads: counted[0]?.['leads'] ?? 0,
      appointments: counted[0]?.['appointments'] ?? 0,
      'listed calls': counted[0]?.['listed'] ?? 0,
      'listed rows': rows.length,
    };
  }

  async story(accountIds: readonly string[], id: string): Promise<ScreenFigures> {
    const earlier = await this.#pool.query<{ id: string }>(earlierMailings, [accountIds, id]);
    const { rows } = await this.#pool.query<{ id: string; calls: number; opportunity: number }>(callsByDay, [
      accountIds,
      [id, ...earlier.rows.map((row) => row.id)],
    ]);
    const days = rows.filter((row) => row.id === id);
    return {
      calls: days.reduce((sum, row) => sum + row.calls, 0),
      opportunity: days.reduce((sum, row) => sum + row.opportunity, 0),
      'earlier mailings': earlier.rows.length,
    };
  }
}
