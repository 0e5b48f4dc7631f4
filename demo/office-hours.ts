import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import type { Cell } from './csv-file.ts';
import { type Office, officeIds } from './offices.ts';

export const officeHourColumns = ['account_id', 'weekday', 'hours'] as const;

type HourRow = Record<(typeof officeHourColumns)[number], Cell>;

const noon = 12;

const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** With a lunch break if the afternoon is worked. */
function hoursOf([from, to]: readonly [number, number]): string {
  return to > noon + 2
    ? `${time(from)}-${time(noon)};${time(noon + 1)}-${time(to)}`
    : `${time(from)}-${time(to)}`;
}

/** One office's hours are not known, as is common. */
export function officeHourRows(office: Office): HourRow[] {
  if (office.id === officeIds.boulder) return [];
  return weekdayNames.map((weekday, day) => {
    const hours = office.trade.hours[day] ?? null;
    return { account_id: office.id, weekday, hours: hours === null ? 'closed' : hoursOf(hours) };
  });
}
