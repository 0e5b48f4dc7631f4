import { thousands } from '@mailcall/contract/rules/rates.ts';

/** How many rows of its table a chart shows as bars. */
export const maxBars = 20;

/** The sentence of a chart, which also says when the chart shows only the first rows of its table. */
export const withBarsNote = (sentence: string, rows: number): string =>
  rows <= maxBars ? sentence : `${sentence}. The chart shows the first ${maxBars} of ${thousands(rows)}`;
