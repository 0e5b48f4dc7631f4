import type { CallbackOutcomes } from '@mailcall/contract/callback-figures.ts';
import { minutesText } from '@mailcall/contract/rules/office-hours.ts';
import { counted, percent } from '@mailcall/contract/rules/rates.ts';

const noFigure = '–';

export const callersText = ({ callers, calls }: CallbackOutcomes['missed']): string =>
  `${counted(callers, 'caller')} (${counted(calls, 'call')})`;

export const recoveredText = ({ missed, reached }: CallbackOutcomes): string =>
  missed.callers === 0 ? noFigure : `${percent(reached.callers, missed.callers)}%`;

export const attemptText = (minutes: number | null): string =>
  minutes === null ? noFigure : minutesText(minutes);

export const hourText = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;
