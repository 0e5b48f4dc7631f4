import { thousands } from '@mailcall/contract/rules/rates.ts';

/** Whole US dollars: '$1,250', '-$90'. */
export function wholeDollars(amount: number): string {
  const rounded = Math.round(Math.abs(amount));
  return `${amount < 0 && rounded > 0 ? '-' : ''}$${thousands(rounded)}`;
}
