import { thousands } from '@mailcall/contract/rules/rates.ts';

/** Maximum table rows shown as bars. */
export const maxBars = 20;

/** A chart's sentence, with a note if the chart shows only the first rows. */
export const withBarsNote = (sentence: string, rows: number): string =>
  rows <= maxBars ? sentence : `${sentence}. The chart shows the first ${maxBars} of ${thousands(rows)}`;
