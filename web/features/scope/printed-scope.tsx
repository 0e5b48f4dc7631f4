import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { campaignSummary, dateSummary, spanOf } from '@mailcall/contract/scope/scope.ts';
import { dayInWords } from '../../ui/dates.ts';
import { accountsInWords, selectionSummary, useSelectedAccounts, useTimeZones } from '../accounts/index.ts';
import type { ScopeState } from './scope-state.ts';
import classes from './printed-scope.module.css';

/** On paper only: which accounts, days and campaigns the figures are for. */
export function PrintedScope({ scope: { scope, accountIds } }: { scope: ScopeState }) {
  const { whole, visible, offices } = useSelectedAccounts(scope.accountIds);
  const timeZones = useTimeZones(accountIds);
  const { startDate, endDate } = spanOf(scope, new Date());
  const words = dateSummary(scope, dayInWords);
  const days = `${dayInWords(startDate)} – ${dayInWords(endDate)} (${dayEndText(endDate, timeZones)})`;
  return (
    <dl className={classes.printed}>
      <dt>Accounts</dt>
      <dd>{accountsInWords(selectionSummary(whole, visible, offices))}</dd>
      <dt>Dates</dt>
      <dd>{scope.preset === 'custom' ? days : `${words}: ${days}`}</dd>
      <dt>Campaigns</dt>
      <dd>{campaignSummary(scope)}</dd>
    </dl>
  );
}
