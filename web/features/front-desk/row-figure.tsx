import type { LeaderboardRow, LeaderboardSort } from '@mailcall/contract/leaderboard.ts';
import { nothingCounted } from './figure-texts.ts';
import { fewOpportunities, figureTexts } from './leaderboard-rows.ts';
import classes from './row-figure.module.css';

/** A figure of a row. A conversion rate of few opportunities is muted and says of how few. */
export function RowFigure({
  row,
  figure,
  hasRates,
}: {
  row: LeaderboardRow;
  figure: LeaderboardSort;
  hasRates: boolean;
}) {
  if (figure === 'conversionRate' && !hasRates) return nothingCounted;
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
