import type { CallbackFigures } from '@mailcall/contract/callback-figures.ts';
import {
  type CallbackFigureList,
  callbackFigureTexts,
  callbackTimeTexts,
} from '@mailcall/contract/rules/callback-figures.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { attemptText, callersText, recoveredText } from './figure-texts.ts';

export interface FigureTimeValue {
  title: string;
  value: string;
  about: string;
  madeOf: readonly { list: CallbackFigureList; name: string; value: string }[];
}

const removedText = (calls: number) =>
  calls === 0
    ? ''
    : calls === 1
      ? ' 1 missed call is not counted: its caller’s data was removed.'
      : ` ${thousands(calls)} missed calls are not counted: their callers’ data was removed.`;

export function attemptTimes({ outcomes, hoursKnown, removedCalls }: CallbackFigures): FigureTimeValue[] {
  const madeOf = (lists: readonly CallbackFigureList[]) =>
    lists.map((list) => ({
      list,
      name: callbackFigureTexts[list].title,
      value: callersText(outcomes[list]),
    }));
  const { recovered, median, ninetieth } = callbackTimeTexts;
  const plain = hoursKnown ? '' : ' Some of these offices have no hours set.';
  return [
    {
      title: recovered.title,
      value: recoveredText(outcomes),
      about: recovered.about + removedText(removedCalls),
      madeOf: madeOf(['reached', 'missed']),
    },
    {
      title: median.title,
      value: attemptText(outcomes.medianMinutes),
      about: median.about + plain,
      madeOf: madeOf(['called-back']),
    },
    {
      title: ninetieth.title,
      value: attemptText(outcomes.ninetiethMinutes),
      about: ninetieth.about + plain,
      madeOf: madeOf(['called-back']),
    },
  ];
}
