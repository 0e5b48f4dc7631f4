import type { ScoringQuality, SecondPassDetails } from '@mailcall/contract/score-quality.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { type ScoreFieldName, scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { DropReason } from '@mailcall/contract/rules/suggestions.ts';

type Estimate = NonNullable<ScoringQuality['byField'][number]['share']>;

const whole = (share: number) => Math.round(share * 100);

export const unknownText = 'We do not know yet';

/** '94 % (88 to 97)'. */
export const shareText = (share: Estimate | null): string =>
  share === null ? unknownText : `${whole(share.value)} % (${whole(share.low)} to ${whole(share.high)})`;

/** '0.81 (0.70 to 0.92)'; a dash where chance cannot be left out. */
export function kappaText(kappa: Estimate | null, isKnown: boolean): string {
  if (kappa === null) return isKnown ? '–' : '';
  const two = (value: number) => value.toFixed(2).replace('-', '−');
  return `${two(kappa.value)} (${two(kappa.low)} to ${two(kappa.high)})`;
}

export const nobodyText = (pairs: number): string =>
  pairs === 1 ? 'With two scorers nobody can be named: the differences are below.' : 'Nobody.';

/** '5 (2 accepted)'; a dash without disputes. */
export const disputesText = (disputed: ScoringQuality['disputed'][number] | undefined): string =>
  disputed === undefined ? '–' : `${thousands(disputed.disputes)} (${thousands(disputed.accepted)} accepted)`;

/** In the order of the form: fields that two people answered, or that offices dispute. */
export function fieldRows({ byField, disputed }: Pick<ScoringQuality, 'byField' | 'disputed'>) {
  return scoreFieldNames.flatMap((field) => {
    const compared = byField.find((row) => row.field === field);
    const disputes = disputed.find((row) => row.field === field);
    return compared || disputes
      ? [{ field, agreement: compared ?? { calls: 0, share: null, kappa: null }, disputes }]
      : [];
  });
}

/** 'Disputed most: Asked for appointment, Good first impression.'; '' without disputes. */
export function mostDisputedText(disputed: ScoringQuality['disputed']): string {
  const names = disputed.slice(0, 3).map(({ field }) => scoreFieldOf(field).label);
  return names.length === 0 ? '' : `Disputed most: ${names.join(', ')}.`;
}

/** 'answers “Yes” to Opportunity 15 points more often than colleagues about the same calls (12 to 18; 2,500 calls)'. */
export function leaningText({ field, answer, difference, calls }: ScoringQuality['named'][number]): string {
  const isMore = difference.value > 0;
  const [one, other] = [difference.low, difference.high].map((end) => (isMore ? 1 : -1) * whole(end));
  const ends = [one ?? 0, other ?? 0].toSorted((low, high) => low - high);
  const points = counted(Math.abs(whole(difference.value)), 'point');
  return (
    `answers “${answer}” to ${scoreFieldOf(field).label} ${points} ${isMore ? 'more' : 'less'} often than colleagues ` +
    `about the same calls (${ends.join(' to ')}; ${counted(calls, 'call')}).`
  );
}

const dropTexts: Readonly<Record<DropReason, string>> = {
  quotation: 'quotation not in the transcript',
  'short quotation': 'quotation too short',
  'no transcript': 'quotation without a transcript',
  second: 'second outside the recording',
  'no place': 'neither quotation nor second',
  'unknown field': 'unknown field',
  'repeated field': 'field suggested twice',
  value: 'value not possible',
  empty: 'no value',
};

export function droppedText({ calls, failed, dropped }: NonNullable<ScoringQuality['suggestions']>): string {
  const count = dropped.reduce((sum, one) => sum + one.count, 0);
  const reasons = dropped.map((one) => `${dropTexts[one.reason]} ${thousands(one.count)}`).join(', ');
  return [
    `The model answered for ${counted(calls, 'call')}${failed > 0 ? ` and failed for ${thousands(failed)}` : ''}.`,
    ...(count > 0 ? [`${counted(count, 'suggestion was', 'suggestions were')} not shown: ${reasons}.`] : []),
  ].join(' ');
}

export function passesText({
  calls,
  open,
  differs,
  returned,
}: Pick<ScoringQuality, 'calls' | 'open' | 'differs' | 'returned'>): string {
  const others = [
    differs > 0 && `${counted(differs, 'difference')} ${differs === 1 ? 'waits' : 'wait'} for a lead`,
    returned > 0 && `${thousands(returned)} returned to the scorer`,
    open > 0 && `${thousands(open)} to be scored again`,
  ].filter((text) => text !== false);
  return `${counted(calls, 'call was', 'calls were')} scored by two people. ${others.length > 0 ? `${others.join(', ')}.` : 'Nothing waits.'}`;
}

export function decidedValues(
  { call, first, second }: Pick<SecondPassDetails, 'call' | 'first' | 'second'>,
  fromSecond: ReadonlySet<ScoreFieldName>,
): ScoreValues {
  const chosen = [...fromSecond].filter((field) => field !== 'appointments');
  // a save only adds appointments
  const isAdded = fromSecond.has('appointments') && first.values.appointments.length === 0;
  return {
    ...call.values,
    ...Object.fromEntries(chosen.map((field) => [field, second.values[field]])),
    appointments: isAdded ? second.values.appointments : [],
  };
}
