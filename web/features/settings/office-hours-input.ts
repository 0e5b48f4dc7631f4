import type { listOfficeHours, saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { clockText, maxTimesOfDay, minutesOfClock } from '@mailcall/contract/time/day-hours.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';

export type OfficeHoursRecord = RouteReply<typeof listOfficeHours>['records'][number];
export type SavedHours = Pick<NonNullable<RouteInput<typeof saveOfficeHours>['body']>, 'open' | 'holidays'>;

/** Opening time in the fields: 'HH:MM'. */
export interface TimeInput {
  opens: string;
  /** '00:00' is midnight at the end of the day. */
  closes: string;
}

/** A weekday. A closed one keeps its times for reopening. */
export interface DayInput {
  isOpen: boolean;
  times: readonly TimeInput[];
}

export interface HolidayInput {
  key: string;
  date: string;
  name: string;
}

export interface HoursInput {
  known: boolean;
  /** Sunday first. */
  days: readonly DayInput[];
  holidays: readonly HolidayInput[];
}

const midnight = 24 * 60;
const usualTime: TimeInput = { opens: '09:00', closes: '17:00' };
/** Monday to Friday: initial days if nothing is known. */
const workdays: readonly number[] = [1, 2, 3, 4, 5];

export const listedDays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

export const inputOf = ({ open, holidays }: Pick<OfficeHoursRecord, 'open' | 'holidays'>): HoursInput => ({
  known: open.length > 0,
  days: weekdayNames.map((_, weekday) => {
    const times = open
      .filter((time) => time.weekday === weekday)
      .map(({ opens, closes }) => ({ opens: clockText(opens), closes: clockText(closes % midnight) }));
    return { isOpen: times.length > 0, times: times.length > 0 ? times : [usualTime] };
  }),
  holidays: holidays.map(({ date, name }) => ({ key: date, date, name: name ?? '' })),
});

export const withKnownHours = (input: HoursInput): HoursInput => ({
  ...input,
  known: true,
  days: input.days.some(({ isOpen }) => isOpen)
    ? input.days
    : input.days.map((day, weekday) => ({ ...day, isOpen: workdays.includes(weekday) })),
});

export function withMondayCopied(input: HoursInput): HoursInput {
  const monday = input.days[1];
  if (!monday) return input;
  return { ...input, days: input.days.map((day) => (day.isOpen ? { ...day, times: monday.times } : day)) };
}

const opensAt = ({ opens }: TimeInput) => minutesOfClock(opens);
const closesAt = ({ closes }: TimeInput) => minutesOfClock(closes) || (closes === '' ? null : midnight);

export function toSavedHours({ known, days, holidays }: HoursInput): SavedHours {
  const open = days.flatMap(({ isOpen, times }, weekday) =>
    isOpen && known
      ? times.map((time) => ({ weekday, opens: opensAt(time) ?? 0, closes: closesAt(time) ?? midnight }))
      : [],
  );
  return {
    open: open.toSorted((one, other) => one.weekday - other.weekday || one.opens - other.opens),
    holidays: holidays
      .map(({ date, name }) => ({ date, name: name.trim() || null }))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}

export const isChangedFrom = (input: HoursInput, stored: HoursInput): boolean =>
  JSON.stringify(toSavedHours(input)) !== JSON.stringify(toSavedHours(stored));

export type HoursProblems = ReadonlyMap<string, string>;

export const timeField = (weekday: number, place: number, field: keyof TimeInput): string =>
  `${weekday}.${place}.${field}`;
export const dateField = ({ key }: HolidayInput): string => `holiday.${key}`;
export const daysField = 'days';

function timeProblems(weekday: number, { times }: DayInput): [string, string][] {
  return times.flatMap((time, place): [string, string][] => {
    const [opens, closes] = [opensAt(time), closesAt(time)];
    if (opens === null) return [[timeField(weekday, place, 'opens'), 'Enter a time']];
    if (closes === null) return [[timeField(weekday, place, 'closes'), 'Enter a time']];
    if (opens >= closes) return [[timeField(weekday, place, 'closes'), 'Closes before it opens']];
    const overlaps = times.some((other, before) => {
      const [from, to] = [opensAt(other), closesAt(other)];
      return before < place && from !== null && to !== null && opens < to && from < closes;
    });
    return overlaps ? [[timeField(weekday, place, 'opens'), 'Overlaps a time above']] : [];
  });
}

export function hoursProblems({ known, days, holidays }: HoursInput): HoursProblems {
  const ofTimes = known ? days.flatMap((day, weekday) => (day.isOpen ? timeProblems(weekday, day) : [])) : [];
  const ofDays: [string, string][] =
    known && !days.some(({ isOpen }) => isOpen) ? [[daysField, 'Choose at least one day.']] : [];
  const ofHolidays = holidays.flatMap((holiday, place): [string, string][] => {
    if (holiday.date === '') return [[dateField(holiday), 'Enter a date']];
    const isDouble = holidays.findIndex(({ date }) => date === holiday.date) < place;
    return isDouble ? [[dateField(holiday), 'This date is listed already']] : [];
  });
  return new Map([...ofDays, ...ofTimes, ...ofHolidays]);
}

export const canAddTime = ({ times }: DayInput): boolean => times.length < maxTimesOfDay;

/** Next time of a day: an hour after the last one, for an afternoon after a break. */
export function timeAfter({ times }: DayInput): TimeInput {
  const last = times.at(-1);
  const from = Math.min((last && closesAt(last)) || 12 * 60, midnight - 120) + 60;
  return { opens: clockText(from), closes: clockText(Math.min(from + 4 * 60, midnight) % midnight) };
}
