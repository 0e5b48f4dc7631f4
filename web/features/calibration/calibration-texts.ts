import type { CalibrationResult, CalibrationSet, OwnCalibrationSet } from '@mailcall/contract/calibration.ts';
import type { CalibrationOutcome } from '@mailcall/contract/rules/calibration.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { formatInstantDay } from '../../ui/dates.ts';

export const notAsked = 'Not asked';
export const noReference = 'No reference';

export const stateTexts = { draft: 'Draft', open: 'Open', closed: 'Closed' } as const;

export const outcomeTexts: Record<CalibrationOutcome, string> = {
  appointment: 'Appointments',
  opportunity: 'Opportunities',
  'no opportunity': 'No opportunity',
  missed: 'Missed calls',
};

/** 'Calibration: 4 of 10 left'. */
export const leftText = ({ left, calls }: Pick<OwnCalibrationSet, 'left' | 'calls'>): string =>
  left === 0 ? 'Calibration: done' : `Calibration: ${thousands(left)} of ${thousands(calls)} left`;

/** Before the moment at which it closes, which is a midnight. */
export const dueText = (dueAt: string | null): string =>
  dueAt === null ? '' : `Last day: ${formatInstantDay(new Date(Date.parse(dueAt) - 1).toISOString())}`;

export const setText = ({ state, by, dueAt, closedAt }: CalibrationSet): string =>
  [
    stateTexts[state],
    by,
    state === 'closed' && closedAt !== null
      ? formatInstantDay(closedAt)
      : dueText(state === 'open' ? dueAt : null),
  ]
    .filter((text) => text !== '')
    .join(' · ');

const whole = (share: number) => Math.round(share * 100);

/** 'We do not know yet (24 of 26 answers)'. */
export function agreementText({
  answers,
  same,
  share,
}: Pick<CalibrationResult['people'][number], 'answers' | 'same' | 'share'>): string {
  if (answers === 0) return 'Nothing to compare';
  const raw = `${thousands(same)} of ${counted(answers, 'answer')}`;
  return share === null
    ? `We do not know yet (${raw})`
    : `${whole(share.value)} % (${whole(share.low)} to ${whole(share.high)}; ${raw})`;
}

/** '2 of 3 others said Yes, 1 No'. */
export function othersText(others: readonly { answer: string; people: number }[]): string {
  const all = others.reduce((sum, { people }) => sum + people, 0);
  const [first, ...rest] = others;
  if (!first) return 'Nobody else was asked.';
  return `${thousands(first.people)} of ${counted(all, 'other')} said ${[
    first.answer,
    ...rest.map(({ answer, people }) => `${thousands(people)} ${answer}`),
  ].join(', ')}.`;
}
