import type { OfficeHours } from './office-hours.ts';

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 8 * 60, closes: 17 * 60 }));

/** Office in Denver, by default open 8 am to 5 pm, Monday to Friday. */
export const office = (hours: Partial<OfficeHours> = {}): OfficeHours => ({
  timeZone: 'America/Denver',
  open: weekdays,
  holidays: new Set(),
  ...hours,
});
