import { campaignSummary, dateSummary, labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { accountsText, selectionSummary, useSelectedAccounts } from '../accounts/index.ts';
import { useDaysText } from './days-text.ts';
import type { ScopeState } from './scope-state.ts';
import classes from './printed-scope.module.css';

export function PrintedScope({ scope: state }: { scope: ScopeState }) {
  const { scope, today } = state;
  const { tree, visible, offices } = useSelectedAccounts(scope.accountIds);
  const daysText = useDaysText(state);
  const { startDate, endDate } = labeledDateRangeOf(scope, today);
  const summary = dateSummary(scope, formatDay);
  const days = `${formatDay(startDate)} – ${formatDay(endDate)} (${daysText})`;
  return (
    <dl className={classes.printed}>
      <dt>Accounts</dt>
      <dd>{accountsText(selectionSummary(tree, visible, offices))}</dd>
      <dt>Dates</dt>
      <dd>{scope.preset === 'custom' ? days : `${summary}: ${days}`}</dd>
      <dt>Campaigns</dt>
      <dd>{campaignSummary(scope)}</dd>
    </dl>
  );
}
