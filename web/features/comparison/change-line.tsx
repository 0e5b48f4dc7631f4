import { type Compared, comparisonOf, type ComparisonRule } from '@mailcall/contract/rules/change.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChangeText } from '../../ui/change-text.tsx';
import { daysInWords } from '../../ui/days-in-words.ts';
import type { ScopeComparison } from '../scope/index.ts';
import classes from './change-line.module.css';
import { comparedDaysOf } from './compared-scope.ts';

/** How a figure has changed since `before`, the compared days, or why it is not compared. Its line is reserved until that is known. */
export function ChangeLine<Answer>({
  before,
  now,
  sideOf,
  rule,
}: {
  before: Pick<UseQueryResult<Answer>, 'data' | 'isError'>;
  now: Compared;
  sideOf: (before: Answer) => Compared;
  rule: ComparisonRule;
}) {
  if (before.isError) return <span className={classes.change}>Could not be compared</span>;
  if (before.data === undefined) return <span className={classes.change} />;
  return (
    <span className={classes.change}>
      <ChangeText change={comparisonOf(now, sideOf(before.data), rule)} />
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
