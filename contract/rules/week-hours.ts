/** The days of the week by their number on the wire, 0 (Sunday) to 6. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** A day of the week for people, by its number on the wire. */
export function weekdayText(weekday: number): string {
  return weekdayNames[weekday] ?? String(weekday);
}

/** An hour of the day for people: '12 AM' to '11 PM'. */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
