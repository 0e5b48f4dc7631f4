import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, type ScoredCalls, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { Breakdown, BreakdownRecord } from '@mailcall/contract/scoreboard.ts';
import type { BreakdownCard } from './breakdown-table.ts';

export const cardRows = 5;

export interface BreakdownRow {
  record: BreakdownRecord;
  /** Unique within a breakdown, unlike the name. */
  key: string;
  name: string;
  count: string;
  /** Share of all rows, whole percent. */
  percent: number;
  /** Filters for All Calls; null if none select exactly this row. */
  filters: Record<string, string> | null;
}

export const keyOf = ({ id, name, campaignType, mediaType }: BreakdownRecord): string =>
  JSON.stringify([id, name, campaignType, mediaType]);

export function totalOf(breakdown: Pick<Breakdown, 'records'>): number {
  return breakdown.records.reduce((sum, record) => sum + record.value, 0);
}

export function rowsOf(
  card: BreakdownCard,
  breakdown: Pick<Breakdown, 'records'>,
  wording: Wording,
): BreakdownRow[] {
  const total = totalOf(breakdown);
  return breakdown.records.map((record) => ({
    record,
    key: keyOf(record),
    name: card.rowsWithWording ? labelText(record.name, wording) : record.name,
    count: thousands(record.value),
    percent: percent(record.value, total),
    filters: card.filtersOf(record),
  }));
}

/** How many calls are not scored, in place of shares that only scored calls give, if more than half are unscored; otherwise null. */
export const unscoredCalls = (card: BreakdownCard, calls: ScoredCalls | undefined): string | null =>
  calls && card.key !== 'campaignSource' && isMostlyUnscored(calls) ? unscoredText(calls) : null;

export function fullListLink(card: BreakdownCard, rows: number): string {
  return rows > cardRows ? 'See full list' : `All ${card.listName} (${thousands(rows)})`;
}

export function countedIn(
  card: BreakdownCard,
  breakdown: Pick<Breakdown, 'records' | 'callsCount'>,
): { name: string; value: string }[] {
  const total = { value: thousands(totalOf(breakdown)) };
  return card.unit === 'inquiry'
    ? [
        { name: 'Inquiries: 100%', ...total },
        { name: 'Calls they were made on', value: thousands(breakdown.callsCount) },
      ]
    : [{ name: 'Calls with a value: 100%', ...total }];
}

export function inquiriesNote(
  card: BreakdownCard,
  breakdown: Pick<Breakdown, 'records' | 'callsCount'>,
): string | null {
  const total = totalOf(breakdown);
  if (card.unit !== 'inquiry' || total === breakdown.callsCount) return null;
  const calls = breakdown.callsCount === 1 ? 'call' : 'calls';
  return `${thousands(total)} inquiries on ${thousands(breakdown.callsCount)} ${calls}: a call can have several.`;
}
