import {
  type BreakdownKey,
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsOverTime,
  callsPerDay,
  listBreakdowns,
} from '@mailcall/contract/scoreboard.ts';
import type { PeriodLength } from '@mailcall/contract/rules/periods.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import {
  type QueryEngine,
  queryInScope,
  querySharedInScope,
  recordStatement,
  type RepeatedAnswers,
  type RequestOptions,
} from '../figures/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import { type BreakdownFilters, breakdownQuery, isOfInquiries, presentBreakdown } from './breakdowns.ts';
import { presentHours } from './calls-by-hour.ts';
import { dayQuery, presentPeriods } from './calls-over-time.ts';
import { presentWeekHours } from './calls-by-week-hour.ts';
import { type BreakdownRow, hourQuery, type SummaryRow, summaryQuery, weekHourQuery } from './queries.ts';
import { callPartsInRecordQuery, inquiryPartsInRecordQuery } from './record-counts.ts';
import {
  breakdownPart,
  type CallPart,
  callPartsQuery,
  type CountedSummary,
  countedSummaryQuery,
  hourPart,
  type InquiryPart,
  inquiryPartsQuery,
  summaryPart,
  weekHourPart,
} from './shared-counts.ts';

const allCallParts = { shared: callPartsQuery, sharedInRecord: recordStatement(callPartsInRecordQuery) };
const allInquiryParts = {
  shared: inquiryPartsQuery,
  sharedInRecord: recordStatement(inquiryPartsInRecordQuery),
};

const nothingCounted: SummaryRow = {
  all_calls_count: 0,
  all_appointment_set_by_staff_count: 0,
  opportunity_calls_by_staff_count: 0,
  opportunity_calls_count: 0,
  appointment_calls_count: 0,
  calls_with_Appointments_count: 0,
  missed_calls_count: 0,
  non_opportunity_calls_count: 0,
  non_opportunity_with_audio_count: 0,
  followup_opportunity_calls_count: 0,
  missed_and_followup_count: 0,
  unscored_calls_count: 0,
};

/** Figures of a row, without the statement's other columns. */
function figuresOf(row: SummaryRow): SummaryRow {
  const figures = { ...nothingCounted };
  for (const name of Object.keys(figures) as (keyof SummaryRow)[]) figures[name] = row[name];
  return figures;
}

/** Summary of a scope with the data's version; the campaigns screen shows the same figures. */
export async function summaryOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<SummaryRow & { meta: VersionMeta }> {
  const part = (counted: readonly CountedSummary[]) => summaryPart(counted, scope);
  const query = { shared: countedSummaryQuery, part, single: summaryQuery };
  const { rows, meta } = await querySharedInScope(engine, scope, query, now, options);
  return { ...figuresOf(rows[0] ?? nothingCounted), meta };
}

export async function callsByHourOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsPerDay>> {
  const query = { ...allCallParts, part: hourPart, single: hourQuery };
  const { rows, meta } = await querySharedInScope(engine, scope, query, now, options);
  return { ...presentHours(rows), meta };
}

export async function callsByWeekHourOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsByWeekHour>> {
  const query = { ...allCallParts, part: weekHourPart, single: weekHourQuery };
  const { rows, meta } = await querySharedInScope(engine, scope, query, now, options);
  return { ...presentWeekHours(rows), meta };
}

async function callsOverTimeOf(
  engine: QueryEngine,
  scope: CheckedScope,
  per: PeriodLength,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsOverTime>> {
  const { rows, meta } = await queryInScope(engine, scope, dayQuery, now, options);
  return { ...presentPeriods(rows, per), meta };
}

export async function breakdownOf(
  engine: QueryEngine,
  scope: CheckedScope,
  { key, filters }: { key: BreakdownKey; filters: BreakdownFilters },
  now: Date,
  options: RequestOptions = {},
): Promise<{ rows: BreakdownRow[]; meta: VersionMeta }> {
  const single = (checked: CheckedScope) => breakdownQuery(checked, key, filters);
  if (isOfInquiries(key)) {
    const part = (parts: readonly InquiryPart[]) => parts.filter((row) => row.part === key);
    const query = { ...allInquiryParts, part, single };
    return querySharedInScope(engine, scope, query, now, { ...options, slow: true });
  }
  const part = (parts: readonly CallPart[]) => breakdownPart(parts, key, filters);
  const query = { ...allCallParts, part, single };
  return querySharedInScope(engine, scope, query, now, options);
}

/** Several breakdowns of a scope with the lowest version of their data. */
async function breakdownsOf(
  engine: QueryEngine,
  scope: CheckedScope,
  { keys, filters }: { keys: readonly BreakdownKey[]; filters: BreakdownFilters },
  now: Date,
  options: RequestOptions,
): Promise<RouteReply<typeof listBreakdowns>> {
  const counted = await Promise.all(
    [...new Set(keys)].map(async (key) => {
      const { rows, meta } = await breakdownOf(engine, scope, { key, filters }, now, options);
      return { key, breakdown: presentBreakdown(rows, key), meta };
    }),
  );
  return {
    breakdowns: Object.fromEntries(counted.map(({ key, breakdown }) => [key, breakdown])),
    meta: {
      version: Math.min(...counted.map(({ meta }) => meta.version)),
      asOf: now.toISOString(),
    },
  };
}

/** Serves the Overview: summary, breakdowns, calls by hour, by hour of the week and over time. */
export function serveScoreboard(
  routes: RouteServer<Viewer>,
  { readModel, answers }: { readModel: QueryEngine; answers: RepeatedAnswers },
): void {
  routes.serve(callSummaryCount, (request) =>
    answers.inScope(
      callSummaryCount,
      request,
      (scope, now, options) => summaryOf(readModel, scope, now, options),
      { lastThirtyDays: true },
    ),
  );

  routes.serve(callsPerDay, (request) =>
    answers.inScope(callsPerDay, request, (scope, now, options) =>
      callsByHourOf(readModel, scope, now, options),
    ),
  );

  routes.serve(callsByWeekHour, (request) =>
    answers.inScope(callsByWeekHour, request, (scope, now, options) =>
      callsByWeekHourOf(readModel, scope, now, options),
    ),
  );

  routes.serve(callsOverTime, (request) =>
    answers.inScope(callsOverTime, request, (scope, now, options) =>
      callsOverTimeOf(readModel, scope, request.query.per, now, options),
    ),
  );

  routes.serve(listBreakdowns, (request) =>
    answers.inScope(listBreakdowns, request, (scope, now, options) => {
      const { keys, filters = {} } = request.query;
      return breakdownsOf(readModel, scope, { keys, filters }, now, options);
    }),
  );

  for (const key of Object.keys(breakdowns) as BreakdownKey[]) {
    routes.serve(breakdowns[key], (request) =>
      answers.inScope(breakdowns[key], request, async (scope, now, options) => {
        const filters: BreakdownFilters & ScopeFilters = request.query.filters ?? {};
        const { rows, meta } = await breakdownOf(readModel, scope, { key, filters }, now, options);
        return { ...presentBreakdown(rows, key), meta };
      }),
    );
  }
}
