import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { isEmptyScoreValue } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreValue, ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { dateAndTime } from '../../ui/dates.ts';
import classes from './desk.module.css';

export function answerText(value: ScoreValue, timeZone: string): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if ('name' in value) return value.name;
  return value
    .map((item) =>
      'dateTime' in item
        ? `${item.firstName} ${item.lastName}, ${item.dateTime === '' ? 'no time' : dateAndTime(item.dateTime, timeZone)}`
        : item.name,
    )
    .join('; ');
}

export function AnswersList({
  values,
  timeZone,
  wording,
}: {
  values: ScoreValues;
  timeZone: string;
  wording: Wording;
}) {
  const answered = scoreFieldNames.filter((name) => !isEmptyScoreValue(values[name]));
  return (
    <dl className={classes.answers}>
      {answered.map((name) => (
        <div key={name}>
          <dt>{labelText(scoreFieldOf(name).label, wording)}</dt>
          <dd>{answerText(values[name], timeZone)}</dd>
        </div>
      ))}
    </dl>
  );
}
