import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { scopeToAddress } from '@mailcall/contract/scope/scope.ts';

/** Accounts that an address names at most; of more, the page decides by itself. */
const maxNamed = 20;

/** A page of some accounts over some days, below the portal's address; without days All Time. */
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

/** A call with its details open. */
export const callPath = (callId: string): string => `/scoreboard/${encodeURIComponent(callId)}`;

/** A mailing with its details open. */
export const mailingPath = (campaignId: string): string => `/campaigns/${encodeURIComponent(campaignId)}`;

/** The Scoreboard of an account. */
export const scoreboardPath = (accountId: string, days: DateRange): string =>
  pageOf('/scoreboard', [accountId], days);

/** The Scoreboard of several accounts, All Time; of more than 20 of them, of all that the reader has. */
export const scoreboardOfAccounts = (accountIds: readonly string[]): string =>
  pageOf('/scoreboard', accountIds, null);

/** A list of the calls of an account. */
export const callListPath = (accountId: string, days: DateRange, outcome: OutcomeFilter): string =>
  pageOf('/scoreboard', [accountId], days, { tab: 'all-calls', outcome });

/** The mailings of an account. */
export const campaignsPath = (accountId: string): string => pageOf('/campaigns', [accountId], null);
