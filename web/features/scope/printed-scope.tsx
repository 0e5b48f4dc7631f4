import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { campaignSummary, dateSummary, labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '../../ui/dates.ts';
import { accountsText, selectionSummary, useSelectedAccounts, useTimeZones } from '../accounts/index.ts';
import type { ScopeState } from './scope-state.ts';
import classes from './printed-scope.module.css';

/** The accounts, days and campaigns of the figures, displayed only in print. */
export function PrintedScope({ scope: { scope, accountIds, today } }: { scope: ScopeState }) {
  const { tree, visible, offices } = useSelectedAccounts(scope.accountIds);
  const timeZones = useTimeZones(accountIds);
  const { startDate, endDate } = labeledDateRangeOf(scope, today);
  const summary = dateSummary(scope, formatDay);
  const days = `${formatDay(startDate)} – ${formatDay(endDate)} (${dayEndText(endDate, timeZones)})`;
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
