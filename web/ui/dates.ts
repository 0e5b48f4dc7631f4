import { dateAndTimeInZone } from '@mailcall/contract/rules/office-time.ts';
import { dateAndTimeWithZone } from '@mailcall/contract/rules/time-zone.ts';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** 'M/D/YY @ h:mm a' in a zone, for rows of calls and appointments. `showZone` appends the zone's short name. */
export const dateAndTime = (instant: string, timeZone: string, showZone = false): string =>
  showZone ? dateAndTimeWithZone(instant, timeZone) : dateAndTimeInZone(instant, timeZone);

/** 'MMM D, YYYY' of a calendar day. */
export const formatDay = (day: string) => dayjs.utc(day).format('MMM D, YYYY');

/** 'MMM D' of a calendar day. */
export const monthAndDay = (day: string) => dayjs.utc(day).format('MMM D');

/** 'MMM D, YYYY' in the browser's time zone. */
export const formatInstantDay = (instant: string) => dayjs(instant).format('MMM D, YYYY');

/** 'MM/DD/YYYY' of a calendar day. */
export const dayInNumbers = (day: string) => dayjs.utc(day).format('MM/DD/YYYY');

/** 'MM/DD/YY' of a calendar day. */
export const dayShort = (day: string) => dayjs.utc(day).format('MM/DD/YY');

/** 'h:mm a' in the browser's time zone. */
export const timeOfDay = (instant: string) => dayjs(instant).format('h:mm a');

/** 'h:mm a' in the browser's time zone, with the date unless today. */
export const asOfText = (instant: string, now: Date) =>
  dayjs(instant).isSame(now, 'day') ? timeOfDay(instant) : dayjs(instant).format('M/D/YY @ h:mm a');
