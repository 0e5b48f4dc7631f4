import { noMediaType } from '@mailcall/contract/call-filters.ts';
import type { Breakdown, BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { compareText } from '../../platform/sort-order.ts';
import type { BreakdownRow, InquiryRow } from '../figures/index.ts';

export interface BreakdownFilters {
  /** Whether the caller is known to have named a wrong source, or known not to. */
  wrongSourceMentioned?: boolean | undefined;
}

interface BreakdownItem {
  name: string;
  value: number;
  first: Date;
  id: string | null;
  mediaType: string | null;
}

/** Rows of one name differ in whether it is wrong. */
function itemsOfCalls(
  rows: readonly BreakdownRow[],
  key: BreakdownKey,
  { wrongSourceMentioned }: BreakdownFilters,
): BreakdownItem[] {
  const items = new Map<string, BreakdownItem>();
  const filtered = key === 'callerSource' && wrongSourceMentioned !== undefined;
  for (const { part, value, first, name, media_type: mediaType, wrong } of rows) {
    if (part !== key || (filtered && wrong !== Number(wrongSourceMentioned))) continue;
    const id = JSON.stringify([name, mediaType]);
    const before = items.get(id) ?? { name, value: 0, first, id: null, mediaType };
    items.set(id, {
      ...before,
      value: before.value + value,
      first: first < before.first ? first : before.first,
    });
  }
  return [...items.values()];
}

const sourceSeparator = ' - ';

const presentItem = ({ name, value, id, mediaType }: BreakdownItem, key: BreakdownKey) => ({
  name: mediaType ? `${name}${sourceSeparator}${mediaType}` : name,
  value,
  id,
  ...(key === 'campaignSource' && { campaignType: name, mediaType: mediaType ?? noMediaType }),
});

/** Largest first, ties by name, then item. */
function presentItems(
  items: readonly BreakdownItem[],
  key: BreakdownKey,
  callsCount: number,
): Omit<Breakdown, 'meta'> {
  return {
    records: items
      .map((item) => presentItem(item, key))
      .sort(
        (a, b) => b.value - a.value || compareText(a.name, b.name) || compareText(a.id ?? '', b.id ?? ''),
      ),
    firstRecordDate: earliest(items.map(({ first }) => first)),
    callsCount,
  };
}

export const earliest = (times: readonly Date[]): string | null =>
  times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime()))).toISOString();

export function presentBreakdown(
  rows: readonly BreakdownRow[],
  key: BreakdownKey,
  filters: BreakdownFilters,
): Omit<Breakdown, 'meta'> {
  const items = itemsOfCalls(rows, key, filters);
  return presentItems(
    items,
    key,
    items.reduce((sum, { value }) => sum + value, 0),
  );
}

export function presentInquiries(rows: readonly InquiryRow[], key: BreakdownKey): Omit<Breakdown, 'meta'> {
  const items = rows.filter(({ part }) => part === key);
  return presentItems(
    items.map((item) => ({ ...item, mediaType: null })),
    key,
    items[0]?.calls ?? 0,
  );
}
