import type { MailingArea, MapMailing, MapZone } from '@mailcall/contract/maps.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';

/** Maximum campaigns in a URL, because proxies may cut longer ones. */
const maxCampaigns = 100;

/** Delivered mailings of an area with its zones, or of one zone, newest first. */
export function mailingsOf(area: MailingArea, zone: MapZone | null): readonly MapMailing[] {
  if (zone) return zone.mailings;
  return [...area.mailings, ...area.zones.flatMap(({ mailings }) => mailings)].toSorted((one, other) =>
    (other.deliveryWeek ?? '').localeCompare(one.deliveryWeek ?? ''),
  );
}

export interface CallsLink {
  to: string;
  search: Address;
  text: string;
}

/** Link to all calls of some mailings, for all dates, as results cover a mailing's lifetime. Above the limit: of the newest mailings. */
export function callsOf(mailings: readonly Pick<MapMailing, 'id'>[], address: Address): CallsLink | null {
  if (mailings.length === 0) return null;
  const { accounts, exceptAccounts } = address;
  const text =
    mailings.length > maxCampaigns
      ? `View the calls of the newest ${maxCampaigns} of ${thousands(mailings.length)} mailings (all time)`
      : `View the calls of ${mailings.length === 1 ? 'this mailing' : 'these mailings'} (all time)`;
  return {
    to: paths.scoreboard,
    search: {
      accounts,
      exceptAccounts,
      range: 'all',
      tab: 'all-calls',
      outcome: 'all calls',
      campaigns: mailings.slice(0, maxCampaigns).map(({ id }) => id),
    },
    text,
  };
}
