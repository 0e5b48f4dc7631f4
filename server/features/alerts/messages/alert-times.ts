import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import type { AlertItem, EventAlertType } from './types.ts';

const formats = {
  /** 'Wednesday, March 11 at 3:04 pm' */
  long: { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 'Wednesday, March 11' */
  longDay: { weekday: 'long', month: 'long', day: 'numeric' },
  /** 'Wed, Mar 11, 3:04 pm' */
  short: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 'Wed, Mar 11' */
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  /** 'March 11, 2026' */
  date: { month: 'long', day: 'numeric', year: 'numeric' },
  /** 'Wednesday' */
  weekday: { weekday: 'long' },
  /** 'Mar 11' */
  shortDate: { month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Created once for each zone: creating a formatter is slow. */
const known = new Map<string, Intl.DateTimeFormat>();

function formatterOf(form: keyof typeof formats, timeZone: string): Intl.DateTimeFormat {
  const key = `${form} ${timeZone}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...formats[form] });
  known.set(key, format);
  return format;
}

/** Text with ordinary spaces, and 'am' and 'pm' like on the screens. */
const tidy = (text: string) =>
  text.replace(/[\u2009\u202f]/g, ' ').replace(/ (AM|PM)$/, (half) => half.toLowerCase());

/** When something happened, in an account's time; a mailing is shipped on a day without a time. */
export function eventTime(
  at: Date,
  { timeZone, alertType, form }: { timeZone: string; alertType: EventAlertType; form: 'long' | 'short' },
): string {
  return tidy(formatterOf(alertType === 'En Route Alert' ? `${form}Day` : form, timeZone).format(at));
}

/** An event in a list: when, and from which mailing or other campaign. */
export function itemText({ title, at }: AlertItem, timeZone: string, alertType: EventAlertType): string {
  const time = eventTime(at, { timeZone, alertType, form: 'short' });
  return title === null ? time : `${time}: ${title}`;
}

/** Days in words, 'March 1 – 7, 2026' or 'Mar 1 – 7'; one day has its weekday. */
export function dayRangeText({ startDate, endDate }: DateRange, form: 'long' | 'short'): string {
  const [start, end] = [new Date(`${startDate}T00:00:00Z`), new Date(`${endDate}T00:00:00Z`)];
  if (startDate === endDate) return tidy(formatterOf(`${form}Day`, 'UTC').format(start));
  return tidy(formatterOf(form === 'long' ? 'date' : 'shortDate', 'UTC').formatRange(start, end));
}

/** The weekday of a day (`YYYY-MM-DD`): 'Wednesday'. */
export const weekdayText = (day: string): string =>
  formatterOf('weekday', 'UTC').format(new Date(`${day}T00:00:00Z`));
