/** By number, 0 (Sunday) to 6. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 0 (Sunday) to 6. */
export function weekdayText(weekday: number): string {
  return weekdayNames[weekday] ?? String(weekday);
}

/** '12 AM' to '11 PM'. */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
