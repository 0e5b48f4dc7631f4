import { closedDay, dayHoursText, maxTimesOfDay, readDayHours } from '@mailcall/contract/time/day-hours.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import * as cell from './cell-kinds.ts';
import {
  accountId,
  column,
  day,
  deleted,
  edits,
  enumeration,
  type FileOfFeed,
  id,
  required,
  text,
} from './feed-columns.ts';

const notHours = new cell.CellProblem(
  `must be ${closedDay}, or up to ${maxTimesOfDay} times that do not overlap, such as 08:00-12:00;13:00-17:00`,
);
const hours: cell.CellReader = (value) => {
  const times = readDayHours(value);
  return times === null ? notHours : dayHoursText(times);
};

/** Formed by other columns. */
const madeId = id('id', { identifies: true });
const key = { required: true, identifies: true } as const;
const removable = { ...deleted, keeping: 'unless-edited' } as const;

export const officeFiles: readonly FileOfFeed[] = [
  {
    name: 'office-hours',
    table: 'office_hours',
    noun: 'day of the week',
    idOf: ['account_id', 'weekday'],
    columns: [
      madeId,
      accountId,
      enumeration('weekday', weekdayNames, key),
      column('hours', 'text', hours, { ...required, ...edits }),
      removable,
    ],
  },
  {
    name: 'office-holidays',
    table: 'office_holidays',
    noun: 'holiday',
    idOf: ['account_id', 'date'],
    columns: [madeId, accountId, day('date', { ...key, target: 'day' }), text('name', 200, edits), removable],
  },
];
