import { isCalendarDate } from '@mailcall/contract/wire/query.ts';

/** Parses MM/DD/YYYY or YYYY-MM-DD; null if it is no calendar date. */
export function typedDay(text: string): string | null {
  const american = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text);
  const day = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text.trim();
  return isCalendarDate(day) ? day : null;
}
