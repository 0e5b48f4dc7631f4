import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { scopeToAddress } from '@mailcall/contract/scope/scope.ts';

/** Maximum accounts in a link; for more, the page opens with all of the reader's accounts. */
const maxNamed = 20;

function pageOf(
  path: string,
  accountIds: readonly string[],
  days: DateRange | null,
  rest: Record<string, string> = {},
) {
  const scope = scopeToAddress({
    accountIds: accountIds.length > maxNamed ? '*' : accountIds,
    preset: days ? 'custom' : 'all',
    custom: days,
    campaignType: 'all',
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...scope, ...rest }))
    if (value !== undefined) parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
}

export const callPath = (callId: string): string => `/scoreboard/${encodeURIComponent(callId)}`;

export const mailingPath = (campaignId: string): string => `/campaigns/${encodeURIComponent(campaignId)}`;

export const scoreboardPath = (accountId: string, days: DateRange): string =>
  pageOf('/scoreboard', [accountId], days);

/** Scoreboard with All Time; above 20 accounts, for all the reader's accounts. */
export const scoreboardOfAccounts = (accountIds: readonly string[]): string =>
  pageOf('/scoreboard', accountIds, null);

export const callListPath = (accountId: string, days: DateRange, outcome: OutcomeFilter): string =>
  pageOf('/scoreboard', [accountId], days, { tab: 'all-calls', outcome });

export const campaignsPath = (accountId: string): string => pageOf('/campaigns', [accountId], null);
