import { dateFormats } from '@mailcall/contract/time/date-format.ts';

const secondsOfDay = 86_400;

/** Days since 1970-01-01. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / (secondsOfDay * 1000);
}

const dateTexts = new Map<number, string>();

export function dateText(day: number): string {
  let text = dateTexts.get(day);
  if (text === undefined) {
    text = new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10);
    dateTexts.set(day, text);
  }
  return text;
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

export function mondayOf(day: number): number {
  return day - ((weekdayOf(day) + 6) % 7);
}

const offsets = dateFormats({ timeZoneName: 'longOffset' });

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));

/** Local seconds since 1970. Each day has the offset of its noon, so times are unambiguous on days with a clock change. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  /** Throws RangeError if the IANA zone is unknown. */
  constructor(timeZone: string) {
    this.#format = offsets(timeZone);
  }

  /** Seconds to add to UTC at noon. */
  offset(day: number): number {
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const noon = this.#format.formatToParts((day * secondsOfDay + secondsOfDay / 2) * 1000);
      const name = noon.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
      const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
      offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
      this.#offsets.set(day, offset);
    }
    return offset;
  }

  instant(local: number): number {
    return local - this.offset(Math.floor(local / secondsOfDay));
  }

  local(instant: number): number {
    const guess = instant + this.offset(Math.floor(instant / secondsOfDay));
    return instant + this.offset(Math.floor(guess / secondsOfDay));
  }

  /** ISO 8601 with offset. */
  text(local: number): string {
    const day = Math.floor(local / secondsOfDay);
    const second = local - day * secondsOfDay;
    const offset = this.offset(day);
    const offsetMinutes = Math.abs(offset) / 60;
    return `${dateText(day)}T${twoDigits(Math.floor(second / 3600))}:${twoDigits(Math.floor(second / 60) % 60)}:${twoDigits(
      second % 60,
    )}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(offsetMinutes / 60))}:${twoDigits(offsetMinutes % 60)}`;
  }
}

export function dayOfLocal(local: number): number {
  return Math.floor(local / secondsOfDay);
}

export function localAt(day: number, second: number): number {
  return day * secondsOfDay + second;
}

/** `Tue, Mar 5 at 10:15 AM`. */
export function timeText(local: number): string {
  const day = Math.floor(local / secondsOfDay);
  const minutes = Math.floor((local - day * secondsOfDay) / 60);
  const hour = Math.floor(minutes / 60);
  const [, month = '01', date = '1'] = dateText(day).split('-');
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekdayOf(day)];
  const name = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][
    Number(month) - 1
  ];
  return `${weekday}, ${name} ${Number(date)} at ${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
}
