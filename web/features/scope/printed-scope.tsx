import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { campaignSummary, dateSummary, spanOf } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '../../ui/dates.ts';
import { accountsInWords, selectionSummary, useSelectedAccounts, useTimeZones } from '../accounts/index.ts';
import type { ScopeState } from './scope-state.ts';
import classes from './printed-scope.module.css';

/** On paper only: which accounts, days and campaigns the figures are for. */
export function PrintedScope({ scope: { scope, accountIds } }: { scope: ScopeState }) {
  const { tree, visible, offices } = useSelectedAccounts(scope.accountIds);
  const timeZones = useTimeZones(accountIds);
  const { startDate, endDate } = spanOf(scope, new Date());
  const words = dateSummary(scope, formatDay);
  const days = `${formatDay(startDate)} – ${formatDay(endDate)} (${dayEndText(endDate, timeZones)})`;
  return (
    <dl className={classes.printed}>
      <dt>Accounts</dt>
      <dd>{accountsInWords(selectionSummary(tree, visible, offices))}</dd>
      <dt>Dates</dt>
      <dd>{scope.preset === 'custom' ? days : `${words}: ${days}`}</dd>
      <dt>Campaigns</dt>
      <dd>{campaignSummary(scope)}</dd>
    </dl>
  );
}
