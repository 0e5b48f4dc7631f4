import { Switch } from '@mantine/core';
import type { Breakdown } from '@mailcall/contract/scoreboard.ts';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { BarList, BarListSkeleton } from '../../ui/bar-list.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useWording } from '../accounts/index.ts';
import { useOpenCalls, useScoredCalls } from '../calls/index.ts';
import { Footnote, type ScopeComparison, type ScopeState } from '../scope/index.ts';
import { breakdownQuery } from './api.ts';
import {
  type BreakdownRow,
  cardRows,
  countedIn,
  fullListLink,
  inquiriesNote,
  rowsOf,
  unscoredCalls,
} from './breakdown-rows.ts';
import { type BreakdownCard as Card } from './breakdown-table.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import classes from './breakdown-card.module.css';

export function useOpenRow(): (row: BreakdownRow) => (() => void) | null {
  const openCalls = useOpenCalls();
  return ({ filters }) => (filters === null ? null : () => openCalls({ outcome: 'all calls', filters }));
}

const RowChange = lazyRouteComponent(() => import('./row-change.tsx'), 'RowChange');

export const changesOf =
  (card: Card, showAllSources: boolean, comparison: ScopeComparison | undefined) =>
  (row: BreakdownRow): ReactNode =>
    comparison && (
      <Suspense fallback={<br />}>
        <RowChange card={card} row={row} showAllSources={showAllSources} comparison={comparison} />
      </Suspense>
    );

const summaryOf = ([first]: readonly BreakdownRow[], hidesPercent: boolean) =>
  first ? `${first.name} · ${hidesPercent ? first.count : `${first.percent}%`}` : 'Nothing yet';

export function BreakdownCard({
  card,
  scope,
  comparison,
  collapsible,
  sources,
  onOpenList,
}: {
  card: Card;
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  collapsible: boolean;
  /** Switch 'Show all call sources', only on the card of referral sources. */
  sources: { all: boolean; onChange: (all: boolean) => void } | null;
  onOpenList: () => void;
}) {
  const wording = useWording();
  const query = useQuery({
    ...breakdownQuery(card.key, scope, sources?.all ?? false),
    // a failed one waits for Retry when its card moves to the empty ones or back
    retryOnMount: false,
  });
  const unscored = unscoredCalls(card, useScoredCalls(scope));
  return (
    <CollapsibleCard
      title={card.title}
      about={card.about}
      counted={query.data && countedIn(card, query.data)}
      summary={
        query.isError
          ? 'Could not be loaded'
          : query.data
            ? summaryOf(rowsOf(card, query.data, wording), unscored !== null)
            : null
      }
      collapsible={collapsible}
      mountsWhenOpened
    >
      {sources && (
        <Switch
          className={classes.switch}
          label="Show all call sources"
          checked={sources.all}
          onChange={(event) => sources.onChange(event.currentTarget.checked)}
        />
      )}
      <div className={classes.content}>
        <Answer
          query={query}
          skeleton={<BarListSkeleton rows={cardRows} compared={comparison !== undefined} />}
          isEmpty={({ records }) => records.length === 0}
          empty={<EmptyCard text={card.empty} />}
        >
          {(breakdown) => (
            <Rows
              card={card}
              breakdown={breakdown}
              rows={rowsOf(card, breakdown, wording)}
              unscored={unscored}
              changeOfRow={changesOf(card, sources?.all ?? false, comparison)}
              onOpenList={onOpenList}
            />
          )}
        </Answer>
      </div>
    </CollapsibleCard>
  );
}

function Rows({
  card,
  breakdown,
  rows,
  unscored,
  changeOfRow,
  onOpenList,
}: {
  card: Card;
  breakdown: Breakdown;
  rows: readonly BreakdownRow[];
  /** Stands for the percentages; null where they are shown. */
  unscored: string | null;
  changeOfRow: (row: BreakdownRow) => ReactNode;
  onOpenList: () => void;
}): ReactNode {
  const openRow = useOpenRow();
  const note = inquiriesNote(card, breakdown);
  return (
    <>
      <BarList
        label={card.title}
        hint="View these calls"
        bars={rows.slice(0, cardRows).map((row) => ({
          key: row.key,
          name: row.name,
          count: row.count,
          percent: row.percent,
          hidesPercent: unscored !== null,
          onSelect: openRow(row),
          change: changeOfRow(row),
        }))}
      />
      <PlainButton
        className={classes.fullList}
        onClick={onOpenList}
        aria-label={`${fullListLink(card, rows.length)}: ${card.title}`}
      >
        {fullListLink(card, rows.length)}
      </PlainButton>
      <p className={classes.footnote}>
        {unscored !== null && <>{unscored}. </>}
        {note !== null && <>{note} </>}
        <Footnote since={breakdown.firstRecordDate} />
      </p>
    </>
  );
}
