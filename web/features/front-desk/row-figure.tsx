import type { LeaderboardRow, LeaderboardSort } from '@mailcall/contract/leaderboard.ts';
import { fewOpportunities, figureTexts } from './leaderboard-rows.ts';
import classes from './row-figure.module.css';

/** Figure of a row. A conversion rate of few opportunities is muted and shows their number. */
export function RowFigure({ row, figure }: { row: LeaderboardRow; figure: LeaderboardSort }) {
  const text = figureTexts[figure](row);
  const fewOf =
    figure === 'conversionRate' && row.opportunityCallCount > 0 ? fewOpportunities(row) : undefined;
  if (fewOf === undefined) return text;
  return (
    <span className={classes.muted}>
      <span className={classes.few}>{fewOf}</span> {text}
    </span>
  );
}
