import { noMediaType } from '@mailcall/contract/call-filters.ts';
import type { Breakdown, BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { type RawBuilder, sql } from 'kysely';
import { compareText } from '../../platform/sort-order.ts';
import type { CheckedScope } from '../scope/index.ts';
import { type BreakdownRow, campaignSourceQuery, dimensionQuery, inquiryQuery } from './queries.ts';

export interface BreakdownFilters {
  /** Only calls whose caller is known to have named a wrong source, or known not to. */
  wrongSourceMentioned?: boolean | undefined;
}

type BreakdownQuery = (scope: CheckedScope, filters: BreakdownFilters) => RawBuilder<BreakdownRow>;

export const breakdownQueries: Readonly<Record<BreakdownKey, BreakdownQuery>> = {
  offer: (scope) => inquiryQuery(scope, 'offer'),
  service: (scope) => inquiryQuery(scope, 'service'),
  insurance: (scope) => inquiryQuery(scope, 'insurance'),
  campaignSource: campaignSourceQuery,
  callerSource: (scope, { wrongSourceMentioned }) =>
    dimensionQuery(
      scope,
      'callerSource',
      wrongSourceMentioned === undefined
        ? undefined
        : sql`calls.wrong_source_mentioned = ${wrongSourceMentioned}`,
    ),
  callerGender: (scope) => dimensionQuery(scope, 'callerGender'),
  paymentType: (scope) => dimensionQuery(scope, 'paymentType'),
  followUpReason: (scope) => dimensionQuery(scope, 'followUpReason'),
  noAppointmentScheduledReason: (scope) => dimensionQuery(scope, 'noAppointmentScheduledReason'),
  nonOpportunityReason: (scope) => dimensionQuery(scope, 'nonOpportunityReason'),
  answeredBy: (scope) => dimensionQuery(scope, 'answeredBy'),
  ivrOutcome: (scope) => dimensionQuery(scope, 'ivrOutcome'),
  voicemailOutcome: (scope) => dimensionQuery(scope, 'voicemailOutcome'),
  callerLanguage: (scope) => dimensionQuery(scope, 'callerLanguage'),
  patientType: (scope) => dimensionQuery(scope, 'patientType'),
};

const earliest = (dates: readonly Date[]): string | null =>
  dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime()))).toISOString();

/** Separator in a campaign source's name. */
const sourceSeparator = ' - ';

/** Rows of a breakdown: largest first, ties by name, then item. */
export function presentBreakdown(rows: readonly BreakdownRow[], key: BreakdownKey): Omit<Breakdown, 'meta'> {
  const records = rows.map((row) => ({
    name:
      key === 'campaignSource' && row.media_type
        ? `${row.name}${sourceSeparator}${row.media_type}`
        : row.name,
    value: row.value,
    id: row.id,
    ...(key === 'campaignSource' && {
      campaignType: row.campaign_type,
      mediaType: row.media_type ?? noMediaType,
    }),
  }));
  records.sort(
    (a, b) => b.value - a.value || compareText(a.name, b.name) || compareText(a.id ?? '', b.id ?? ''),
  );
  return {
    records,
    firstRecordDate: earliest(rows.map((row) => row.first)),
    callsCount: rows[0]?.calls ?? rows.reduce((sum, row) => sum + row.value, 0),
  };
}
