import { dayEndText } from '@mailcall/contract/rules/time-zone.ts';
import { campaignSummary, dateSummary, spanOf } from '@mailcall/contract/scope/scope.ts';
import { useSession } from '../../platform/session-store.ts';
import { dayInWords } from '../../ui/dates.ts';
import { useTimeZones } from '../accounts/index.ts';
import type { ScopeState } from './scope-state.ts';
import classes from './printed-scope.module.css';

/** More names than these would push the figures off the paper. */
const namedAccounts = 8;

function accountWords(names: readonly string[], total: number): string {
  if (names.length === 0) return 'No accounts selected';
  if (total > 1 && names.length === total) return `All ${total} accounts`;
  const rest = names.length - namedAccounts;
  return rest > 0 ? `${names.slice(0, namedAccounts).join(', ')} and ${rest} more` : names.join(', ');
}

/** On paper only: which accounts, days and campaigns the figures are for. */
export function PrintedScope({ scope: { scope, accountIds } }: { scope: ScopeState }) {
  const accounts = useSession()?.accounts ?? [];
  const names = accounts.filter(({ id }) => accountIds.includes(id)).map(({ name }) => name);
  const timeZones = useTimeZones(accountIds);
  const { startDate, endDate } = spanOf(scope, new Date());
  const words = dateSummary(scope, dayInWords);
  const days = `${dayInWords(startDate)} – ${dayInWords(endDate)} (${dayEndText(endDate, timeZones)})`;
  return (
    <dl className={classes.printed}>
      <dt>Accounts</dt>
      <dd>{accountWords(names, accounts.length)}</dd>
      <dt>Dates</dt>
      <dd>{scope.preset === 'custom' ? days : `${words}: ${days}`}</dd>
      <dt>Campaigns</dt>
      <dd>{campaignSummary(scope)}</dd>
    </dl>
  );
}
