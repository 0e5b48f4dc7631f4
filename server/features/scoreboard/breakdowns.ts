import { inquiryFilters, type InquiryFilter, noMediaType } from '@mailcall/contract/call-filters.ts';
import type { Breakdown, BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { type RawBuilder, sql } from 'kysely';
import { compareText } from '../../platform/sort-order.ts';
import type { CheckedScope } from '../scope/index.ts';
import { type BreakdownRow, campaignSourceQuery, dimensionQuery, inquiryQuery } from './queries.ts';

export interface BreakdownFilters {
  /** Only calls whose caller is known to have named a wrong source, or known not to. */
  wrongSourceMentioned?: boolean | undefined;
}

/** Whether a breakdown reads inquiries, the slowest over many calls. */
export const isOfInquiries = (key: BreakdownKey): key is InquiryFilter =>
  (inquiryFilters as readonly string[]).includes(key);

/** The rows of a breakdown by itself. */
export function breakdownQuery(
  scope: CheckedScope,
  key: BreakdownKey,
  { wrongSourceMentioned }: BreakdownFilters,
): RawBuilder<BreakdownRow> {
  if (key === 'campaignSource') return campaignSourceQuery(scope);
  if (isOfInquiries(key)) return inquiryQuery(scope, key);
  return key === 'callerSource' && wrongSourceMentioned !== undefined
    ? dimensionQuery(scope, key, sql`calls.wrong_source_mentioned = ${wrongSourceMentioned}`)
    : dimensionQuery(scope, key);
}

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
