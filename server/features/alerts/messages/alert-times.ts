import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { dateFormats } from '@mailcall/contract/time/date-format.ts';
import { shortZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { AlertItem, EventAlertType } from './types.ts';

/* Writes every time of alert mails, in the zone that `accounts.time_zone` gives. Mails about exports have their own (exports/format-dates.ts). */

const formats = {
  /** 'Wednesday, March 11 at 3:04 pm' */
  long: dateFormats({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  longDay: dateFormats({ weekday: 'long', month: 'long', day: 'numeric' }),
  /** 'Wed, Mar 11, 3:04 pm' */
  short: dateFormats({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }),
  shortDay: dateFormats({ weekday: 'short', month: 'short', day: 'numeric' }),
  date: dateFormats({ month: 'long', day: 'numeric', year: 'numeric' }),
  weekday: dateFormats({ weekday: 'long' }),
  shortDate: dateFormats({ month: 'short', day: 'numeric' }),
} as const;

const tidy = (text: string) =>
  text.replace(/[\u2009\u202f]/g, ' ').replace(/ (AM|PM)$/, (half) => half.toLowerCase());

interface EventTimeOptions {
  /** `accounts.time_zone` of the event's office, never the receiver's. */
  timeZone: string;
  alertType: EventAlertType;
  form: 'long' | 'short';
}

/** Local time of an event without its zone, for short texts. Shipments have only a day. */
export function eventTime(at: Date, { timeZone, alertType, form }: EventTimeOptions): string {
  return tidy(formats[alertType === 'En Route Alert' ? (`${form}Day` as const) : form](timeZone).format(at));
}

/** 'Wed, Mar 11, 3:04 pm EDT': names the zone, because a mail can have times of several zones and its reader can be in another. */
export function eventTimeInMail(at: Date, options: EventTimeOptions): string {
  const time = eventTime(at, options);
  return options.alertType === 'En Route Alert' ? time : `${time} ${shortZoneName(at, options.timeZone)}`;
}

export function itemText({ title, at }: AlertItem, timeZone: string, alertType: EventAlertType): string {
  const time = eventTimeInMail(at, { timeZone, alertType, form: 'short' });
  return title === null ? time : `${time}: ${title}`;
}

/** 'March 1 – 7, 2026' or 'Mar 1 – 7'; a single day includes its weekday. */
export function dayRangeText({ startDate, endDate }: DateRange, form: 'long' | 'short'): string {
  const [start, end] = [new Date(`${startDate}T00:00:00Z`), new Date(`${endDate}T00:00:00Z`)];
  if (startDate === endDate) return tidy(formats[`${form}Day`]('UTC').format(start));
  return tidy(formats[form === 'long' ? 'date' : 'shortDate']('UTC').formatRange(start, end));
}

export const weekdayText = (day: string): string =>
  formats.weekday('UTC').format(new Date(`${day}T00:00:00Z`));
