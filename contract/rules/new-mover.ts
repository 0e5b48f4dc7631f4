/** The campaign type of all New Mover areas on the map; areas of other types keep the feed's. */
export const newMoverType = 'New Mover';

/** The campaign type of an area on the map: one for all types of New Mover Mail, such as 'New Mover Mail (Print Only)'. */
export function mapCampaignType(campaignType: string | null): string | null {
  return campaignType !== null && /^New Mover\b/i.test(campaignType) ? newMoverType : campaignType;
}

/** Whether an area is of the type New Mover. */
export function isNewMover({ campaign_type }: { campaign_type: string | null }): boolean {
  return mapCampaignType(campaign_type) === newMoverType;
}
