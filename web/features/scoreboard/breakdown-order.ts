import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { breakdownCards } from './breakdown-table.ts';

/** A card among the breakdowns: a breakdown, or the chart of opportunity calls by hour. */
export type CardKey = BreakdownKey | 'byHour';

/** The breakdowns in the order of their definition. */
export const breakdownKeys = Object.keys(breakdownCards) as BreakdownKey[];

/** The cards in their order: the chart by hour after the insurances, which come last outside healthcare. */
export function cardOrder(healthcare: boolean): CardKey[] {
  const cards = breakdownKeys.flatMap((key): CardKey[] => (key === 'insurance' ? [key, 'byHour'] : [key]));
  return healthcare ? cards : [...cards.filter((key) => key !== 'insurance'), 'insurance'];
}
