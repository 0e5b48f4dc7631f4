import type { CallbackOutcomes } from '@mailcall/contract/callback-figures.ts';
import { minutesText } from '@mailcall/contract/rules/office-hours.ts';
import { percent } from '@mailcall/contract/rules/rates.ts';
import { counted } from '../../ui/counted.ts';

/** What is displayed where nothing was counted. */
const noFigure = '–';

/** Callers and their calls: '12 callers (15 calls)'. */
export const callersText = ({ callers, calls }: CallbackOutcomes['missed']): string =>
  `${counted(callers, 'caller')} (${counted(calls, 'call')})`;

/** The share of callers who were reached. */
export const recoveredText = ({ missed, reached }: CallbackOutcomes): string =>
  missed.callers === 0 ? noFigure : `${percent(reached.callers, missed.callers)}%`;

/** A time to the first attempt. */
export const attemptText = (minutes: number | null): string =>
  minutes === null ? noFigure : minutesText(minutes);

/** An hour of the day: '2 pm'. */
export const hourText = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;
