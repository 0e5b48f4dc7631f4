import type { SortDirection } from '@mailcall/contract/rules/sort-direction.ts';
import { type RawBuilder, sql } from 'kysely';

/** A sort direction as SQL. */
export const sortDirection = (dir: SortDirection): RawBuilder<unknown> =>
  dir === 'asc' ? sql`asc` : sql`desc`;

/** Compares texts by their code units, the same in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const englishNames = new Intl.Collator('en');

/** Compares names as people sort them: accents and case count only between names that are otherwise equal. */
export const compareNames = (a: string, b: string): number => englishNames.compare(a, b);
