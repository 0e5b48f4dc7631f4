import type { Change } from '@mailcall/contract/rules/change.ts';
import { minComparedCalls } from '@mailcall/contract/rules/sample-size.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { daysInWords } from '../../ui/days-in-words.ts';
import type { ScopeComparison } from '../scope/index.ts';
import classes from './change-line.module.css';
import { comparedDaysOf } from './compared-scope.ts';

/**
 * Change of a figure in words and color, or why it is not compared. Reserves its line until known.
 * @param before answer for the compared days
 * @param changeSince null if there are too few to compare
 */
export function ChangeLine<Answer>({
  before,
  changeSince,
}: {
  before: Pick<UseQueryResult<Answer>, 'data' | 'isError'>;
  changeSince: (before: Answer) => Change | null;
}) {
  if (before.isError) return <span className={classes.change}>Could not be compared</span>;
  if (before.data === undefined) return <span className={classes.change} />;
  const change = changeSince(before.data);
  return (
    <span className={classes.change} data-tone={change?.tone}>
      {change?.text ?? `Not compared: fewer than ${minComparedCalls}`}
    </span>
  );
}

export function ComparedWith({ comparison }: { comparison: ScopeComparison }) {
  const days = comparedDaysOf(comparison);
  return (
    <p className={classes.days}>
      {days === null
        ? 'These dates have not begun: nothing to compare with'
        : `Compared with ${daysInWords(days)}`}
    </p>
  );
}
