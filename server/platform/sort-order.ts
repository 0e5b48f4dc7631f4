import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { type RawBuilder, sql } from 'kysely';

export const sortDirection = (dir: SortDirection): RawBuilder<unknown> =>
  dir === 'asc' ? sql`asc` : sql`desc`;

/** Compares texts by UTF-16 units, independent of the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const englishNames = new Intl.Collator('en');

/** Compares names as people sort them; accents and case only break ties. */
export const compareNames = (a: string, b: string): number => englishNames.compare(a, b);
