import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { daysOfToday, type Today } from '@mailcall/contract/scope/date-range.ts';
import type { Scope } from '@mailcall/contract/scope/scope.ts';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

type Dates = Pick<Scope, 'preset' | 'custom'>;

export interface Command {
  id: string;
  label: string;
  words: string;
  path: string;
  address: Address;
  /** Dates that replace the scope's; absent to keep them. */
  dates?: (today: Today) => Dates;
}

const preset = (name: Dates['preset']) => (): Dates => ({ preset: name, custom: null });

function yesterday(today: Today): Dates {
  const day = new Date(daysOfToday(today).endDate);
  day.setUTCDate(day.getUTCDate() - 1);
  const date = day.toISOString().slice(0, 10);
  return { preset: 'custom', custom: { startDate: date, endDate: date } };
}

const list = (outcome: OutcomeFilter | 'appointments') => ({
  path: paths.scoreboard,
  address: { tab: 'all-calls', outcome },
});

export const commands: readonly Command[] = [
  {
    id: 'call-back',
    label: 'Calls to call back',
    words: 'callback desk callers waiting',
    path: paths.callbacks,
    address: {},
  },
  {
    id: 'missed-today',
    label: 'Missed calls today',
    words: 'unanswered',
    ...list('missed call'),
    dates: preset('day'),
  },
  {
    id: 'missed-yesterday',
    label: 'Missed calls yesterday',
    words: 'unanswered',
    ...list('missed call'),
    dates: yesterday,
  },
  {
    id: 'missed-week',
    label: 'Missed calls this week',
    words: 'unanswered',
    ...list('missed call'),
    dates: preset('week'),
  },
  {
    id: 'opportunities-today',
    label: 'Opportunities today',
    words: 'opportunity calls leads',
    ...list('opportunity'),
    dates: preset('day'),
  },
  {
    id: 'opportunities-week',
    label: 'This week’s opportunities',
    words: 'opportunity calls leads',
    ...list('opportunity'),
    dates: preset('week'),
  },
  {
    id: 'appointments-month',
    label: 'Appointments this month',
    words: 'booked',
    ...list('appointments'),
    dates: preset('month'),
  },
  { id: 'follow-up', label: 'Follow-up calls', words: 'follow up needed', ...list('follow-up') },
  { id: 'all-calls', label: 'All calls', words: 'every call', ...list('all calls'), dates: preset('all') },
  {
    id: 'front-desk-month',
    label: 'Front Desk this month',
    words: 'staff answered leaderboard',
    path: paths.scoreboard,
    address: { tab: 'front-desk' },
    dates: preset('month'),
  },
  {
    id: 'last-month',
    label: 'Last month’s overview',
    words: 'results scoreboard figures',
    path: paths.scoreboard,
    address: {},
    dates: preset('last-month'),
  },
];
