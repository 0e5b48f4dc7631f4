import { VisuallyHidden } from '@mantine/core';
import type { MailingSummary } from '@mailcall/contract/mailings.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { SummaryCards, type SummaryCounts } from '../calls/index.ts';
import { type ScopeState, useComparison } from '../scope/index.ts';
import { mailingSummaryQuery } from './api.ts';

const countsOf = (summary: MailingSummary): SummaryCounts => ({
  all_calls_count: summary.all,
  opportunity_calls_count: summary.leads,
  appointment_calls_count: summary.appointments,
  calls_with_Appointments_count: summary.appointmentCalls,
  all_appointment_set_by_staff_count: summary.appointmentsByStaff,
  opportunity_calls_by_staff_count: summary.leadsByStaff,
  missed_calls_count: summary.missed,
  non_opportunity_calls_count: summary.nonOpportunities,
  unscored_calls_count: summary.unscored,
  followup_opportunity_calls_count: summary.followUps,
  missed_and_followup_count: summary.missedAndFollowUps,
});

export function MetricCards({ scope }: { scope: ScopeState }) {
  const id = useId();
  const query = useQuery(mailingSummaryQuery(scope.query));
  const comparison = useComparison(scope);
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden>
        <h2 id={id}>Summary</h2>
      </VisuallyHidden>
      {query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SummaryCards counts={query.data && countsOf(query.data)} comparison={comparison} />
      )}
    </section>
  );
}
