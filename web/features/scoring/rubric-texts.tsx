import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { RubricAnswer } from './api.ts';
import classes from './desk.module.css';

export type FieldRubric = RubricAnswer['fields'][ScoreFieldName];

export function RubricTexts({ rubric, wording }: { rubric: FieldRubric; wording: Wording }) {
  const text = (value: string) => labelText(value, wording);
  return (
    <dl className={classes.rubricTexts}>
      <dt>Counts</dt>
      <dd>{text(rubric.counts)}</dd>
      <dt>Does not count</dt>
      <dd>{text(rubric.doesNotCount)}</dd>
      <dt>Examples</dt>
      {rubric.examples.map((example) => (
        <dd key={example}>{text(example)}</dd>
      ))}
    </dl>
  );
}
