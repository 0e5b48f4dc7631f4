import type { designMailings } from '@mailcall/contract/designs.ts';
import { defaultAreaColor, defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import {
  campaignNumbers,
  type MailingState,
  mailingStateColumn,
  mailingStep,
  officeLocation,
} from '../campaigns/index.ts';

type DesignMailing = RouteReply<typeof designMailings>['records'][number];

type MailingRecord = Omit<DesignMailing, 'officeLocation' | 'nextStep' | 'conceptIds'> & {
  state: MailingState;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
};

export async function mailingsOfCampaigns(
  database: Queryable,
  accountId: string,
  campaignIds: readonly string[],
): Promise<DesignMailing[]> {
  const { rows } = await sql<MailingRecord>`
    select zone.id as "mongoId", campaigns.id, coalesce(campaigns.friendly_name, campaigns.name) as name,
      campaigns.name as "orderNumber", campaigns.label,
      ${dayText('campaigns.delivery_week')} as "deliveryWeek", campaigns.quantity,
      campaigns.campaign_type as "campaignType", coalesce(zone.color, ${defaultAreaColor}) as "zoneColor",
      coalesce(accounts.color, ${defaultOfficeColor}) as "officeColor", accounts.address, accounts.latitude, accounts.longitude,
      parent.name as "parentAccount",
      ${campaignNumbers} as "trackingNumbers", ${mailingStateColumn} as state
    from campaigns join accounts on accounts.id = campaigns.account_id
    left join accounts as parent on parent.id = accounts.parent_id and not parent.deleted
    left join mailing_zones as zone on zone.account_id = campaigns.account_id and zone.id = campaigns.zone_id and not zone.deleted
    where campaigns.account_id = ${accountId} and campaigns.id = any(${[...campaignIds]}) and not campaigns.deleted
    order by campaigns.delivery_week nulls last, campaigns.id`.execute(database);
  const mailings = rows.map(async ({ address, latitude, longitude, state, ...mailing }) => {
    const { nextStep, conceptIds } = mailingStep(state);
    const location = await officeLocation({ address, latitude, longitude });
    return { ...mailing, nextStep, conceptIds, officeLocation: location };
  });
  return Promise.all(mailings);
}
