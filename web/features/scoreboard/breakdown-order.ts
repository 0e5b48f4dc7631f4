import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { breakdownCards } from './breakdown-table.ts';

export type CardKey = BreakdownKey | 'byHour';

export const breakdownKeys = Object.keys(breakdownCards) as BreakdownKey[];

/** Cards in order: the chart by hour after the insurances, which are last outside healthcare. */
export function cardOrder(healthcare: boolean): CardKey[] {
  const cards = breakdownKeys.flatMap((key): CardKey[] => (key === 'insurance' ? [key, 'byHour'] : [key]));
  return healthcare ? cards : [...cards.filter((key) => key !== 'insurance'), 'insurance'];
}
