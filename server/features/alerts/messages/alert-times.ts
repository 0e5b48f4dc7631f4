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

/** Cached, because formatters are slow to create. */
const known = new Map<string, Intl.DateTimeFormat>();

function formatterOf(form: keyof typeof formats, timeZone: string): Intl.DateTimeFormat {
  const key = `${form} ${timeZone}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...formats[form] });
  known.set(key, format);
  return format;
}

/** Uses plain spaces, and 'am' and 'pm' as on screens. */
const tidy = (text: string) =>
  text.replace(/[\u2009\u202f]/g, ' ').replace(/ (AM|PM)$/, (half) => half.toLowerCase());

/** Time of an event in the account's time zone; shipments have only a day. */
export function eventTime(
  at: Date,
  { timeZone, alertType, form }: { timeZone: string; alertType: EventAlertType; form: 'long' | 'short' },
): string {
  return tidy(formatterOf(alertType === 'En Route Alert' ? `${form}Day` : form, timeZone).format(at));
}

/** A list entry: time, and mailing or other campaign. */
export function itemText({ title, at }: AlertItem, timeZone: string, alertType: EventAlertType): string {
  const time = eventTime(at, { timeZone, alertType, form: 'short' });
  return title === null ? time : `${time}: ${title}`;
}

/** 'March 1 – 7, 2026' or 'Mar 1 – 7'; a single day includes its weekday. */
export function dayRangeText({ startDate, endDate }: DateRange, form: 'long' | 'short'): string {
  const [start, end] = [new Date(`${startDate}T00:00:00Z`), new Date(`${endDate}T00:00:00Z`)];
  if (startDate === endDate) return tidy(formatterOf(`${form}Day`, 'UTC').format(start));
  return tidy(formatterOf(form === 'long' ? 'date' : 'shortDate', 'UTC').formatRange(start, end));
}

/** Weekday of a `YYYY-MM-DD` day: 'Wednesday'. */
export const weekdayText = (day: string): string =>
  formatterOf('weekday', 'UTC').format(new Date(`${day}T00:00:00Z`));
