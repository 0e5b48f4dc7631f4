import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

/** The most campaigns that an address names: a longer one may be cut by proxies. */
const maxCampaigns = 100;

/**
 * Where all calls of some campaigns are listed, for the accounts of the current address. The dates are all, because results
 * are counted over a mailing's whole life.
 */
export function allCallsOf(
  campaignIds: readonly string[],
  address: Address,
): { to: string; search: Address } {
  const { accounts, exceptAccounts } = address;
  return {
    to: paths.scoreboard,
    search: {
      accounts,
      exceptAccounts,
      range: 'all',
      tab: 'all-calls',
      outcome: 'all calls',
      campaigns: campaignIds.slice(0, maxCampaigns),
    },
  };
}
