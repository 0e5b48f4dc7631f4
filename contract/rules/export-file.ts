import type { OutcomeFilter } from './outcome.ts';

const withoutHyphens = (day: string) => day.replaceAll('-', '');

/** Such as `calls-missed-call_20260101_20260131.xlsx`. */
export function exportFileName(
  outcomes: readonly OutcomeFilter[],
  days: { startDate: string; endDate: string },
): string {
  const requested: readonly OutcomeFilter[] = outcomes.length > 0 ? outcomes : ['all calls'];
  const outcome = requested.map((name) => name.replaceAll(' ', '-')).join('-');
  return `calls-${outcome}_${withoutHyphens(days.startDate)}_${withoutHyphens(days.endDate)}.xlsx`;
}

export const savedFileName = (name: string): string => name.replace(/-\d+-\d+(?=\.xlsx$)/i, '');
