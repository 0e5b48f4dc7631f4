import { figuresText } from '@mailcall/contract/rules/period-figures.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored } from '@mailcall/contract/rules/sample-size.ts';

const thisWeek = ' this week';

/** '27 calls this week, 6 booked, 4 missed, 2 of them called back.' @param calledBack null while not known */
export function weekSentence(
  figures: { calls: number; booked: number; missed: number; unscored: number },
  calledBack: number | null,
): string {
  const { calls, missed, unscored } = figures;
  if (calls === 0) return 'No calls yet this week.';
  if (isMostlyUnscored(figures))
    return `${thousands(calls)} ${calls === 1 ? 'call' : 'calls'}${thisWeek}, ${unscored === calls ? 'not' : `${thousands(unscored)} not`} scored yet.`;
  return `${figuresText(figures, thisWeek)}${calledBackText(missed, calledBack)}.`;
}

function calledBackText(missed: number, calledBack: number | null): string {
  if (missed === 0 || calledBack === null) return '';
  if (missed === 1) return calledBack === 0 ? ', not called back yet' : ' and called back';
  if (calledBack >= missed) return ', all called back';
  return `, ${calledBack === 0 ? 'none' : thousands(calledBack)} of them called back`;
}
