import { UnstyledButton } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../ui/answer.tsx';
import { SummaryCards, summaryQuery } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { scrollToMissedAndFollowUp } from './missed-and-follow-up-panel.tsx';
import classes from './overview-summary.module.css';

/** The summary cards of the Overview, which load and fail together because they are one query. */
export function OverviewSummary({ scope }: { scope: ScopeState['query'] }) {
  const limited = useLimited();
  const query = useQuery(summaryQuery(scope));
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <SummaryCards
      counts={query.data}
      more={{
        followUp: query.data && <CallbacksLink count={limited ? 0 : query.data.missed_and_followup_count} />,
      }}
    />
  );
}

/** Scrolls down to the calls that wait for a callback. */
function CallbacksLink({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <UnstyledButton className={classes.waiting} onClick={scrollToMissedAndFollowUp}>
      All {thousands(count)} to call back
    </UnstyledButton>
  );
}
