import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { type RawBuilder, sql } from 'kysely';

export const sortDirection = (dir: SortDirection): RawBuilder<unknown> =>
  dir === 'asc' ? sql`asc` : sql`desc`;

/** By UTF-16 units, independent of the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const englishNames = new Intl.Collator('en');

/** As people sort; accents and case only break ties. */
export const compareNames = (a: string, b: string): number => englishNames.compare(a, b);
