import { UnstyledButton } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../ui/answer.tsx';
import { SummaryCards, summaryQuery } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { goToMissedAndFollowUp } from './missed-and-follow-up-panel.tsx';
import classes from './overview-summary.module.css';

/** The summary cards of the Overview: one answer, so they load and fail together. */
export function OverviewSummary({ scope }: { scope: ScopeState['query'] }) {
  const limited = useLimited();
  const query = useQuery(summaryQuery(scope));
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <SummaryCards
      counts={query.data}
      more={{
        followUp: query.data && <Waiting count={limited ? 0 : query.data.missed_and_followup_count} />,
      }}
    />
  );
}

/** The way down to the calls that wait for a callback. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <UnstyledButton className={classes.waiting} onClick={goToMissedAndFollowUp}>
      All {thousands(count)} to call back
    </UnstyledButton>
  );
}
