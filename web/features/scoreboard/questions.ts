import { counted, percent } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, sampleSize, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { namesOfEquals, withMost } from '@mailcall/contract/rules/ties.ts';
import { hourText } from '@mailcall/contract/time/week-hours.ts';
import type { Breakdown, BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { type BreakdownCard, breakdownCards } from './breakdown-table.ts';
import { type CallsByHour, sumOfCalls } from './calls-by-hour.ts';

export type CardKey = BreakdownKey | 'byHour';

export const breakdownKeys = Object.keys(breakdownCards) as BreakdownKey[];

/** Cards of the first question, which load first on a large screen. */
export const firstCards: readonly BreakdownKey[] = ['offer', 'service', 'insurance'];

export interface Question {
  key: string;
  title: string;
  /** The first one with rows answers the question. */
  cards: readonly CardKey[];
}

export const questions: readonly Question[] = [
  { key: 'requests', title: 'What do they ask for?', cards: firstCards },
  {
    key: 'reasons',
    title: 'Why didn’t they book?',
    cards: ['noAppointmentScheduledReason', 'nonOpportunityReason', 'followUpReason'],
  },
  {
    key: 'missed',
    title: 'When do we miss them?',
    cards: ['byHour', 'answeredBy', 'voicemailOutcome', 'ivrOutcome'],
  },
  { key: 'sources', title: 'Where do they come from?', cards: ['campaignSource', 'callerSource'] },
  { key: 'callers', title: 'Who calls?', cards: ['patientType', 'callerGender', 'callerLanguage'] },
  { key: 'payment', title: 'How do they pay?', cards: ['paymentType'] },
];

export const nothingYet = 'Nothing yet';

interface Counts {
  name: string;
  value: number;
}

function mostOften(rows: readonly Counts[], one: string, several: string, at = ''): string {
  const total = rows.reduce((sum, { value }) => sum + value, 0);
  const all = counted(total, one, several);
  if (sampleSize(total) !== 'enough') return `Too few to say: ${all}`;
  const most = withMost(rows, ({ value }) => value);
  const names = namesOfEquals(most.map(({ name }) => name));
  return `Most often ${at}${names}: ${percent(most[0]?.value ?? 0, total)}% of ${all}${most.length > 1 ? ' each' : ''}`;
}

/** `unscored` stands for shares that only few scored calls would give. */
export function breakdownAnswer(
  { unit, rowsWithWording }: Pick<BreakdownCard, 'unit' | 'rowsWithWording'>,
  { records }: Pick<Breakdown, 'records'>,
  wording: Wording,
  unscored: string | null,
): string {
  if (records.length === 0) return nothingYet;
  if (unscored !== null) return unscored;
  const rows = records.map(({ name, value }) => ({
    name: rowsWithWording ? labelText(name, wording) : name,
    value,
  }));
  return unit === 'inquiry' ? mostOften(rows, 'inquiry', 'inquiries') : mostOften(rows, 'call', 'calls');
}

export function missedHoursAnswer({ callsPerHour }: Pick<CallsByHour, 'callsPerHour'>): string {
  const calls = sumOfCalls(callsPerHour);
  if (isMostlyUnscored(calls)) return unscoredText(calls);
  const rows = callsPerHour.map(({ hour, missed }) => ({ name: hourText(hour), value: missed }));
  if (rows.every(({ value }) => value === 0)) return calls.calls === 0 ? nothingYet : 'None missed';
  return mostOften(rows, 'missed call', 'missed calls', 'at ');
}
