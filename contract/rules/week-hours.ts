import { weekdayNames } from './weekdays.ts';

/** The name of a day of the week by its number in the API. */
export function weekdayText(weekday: number): string {
  return weekdayNames[weekday] ?? String(weekday);
}

/** An hour of the day as text: '12 AM' to '11 PM'. */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
