/** Campaign type of all New Mover areas on the map; other areas keep the feed's. */
export const newMoverType = 'New Mover';

/** Campaign type of an area on the map; all types of New Mover Mail, such as 'New Mover Mail (Print Only)', are one. */
export function mapCampaignType(campaignType: string | null): string | null {
  return campaignType !== null && /^New Mover\b/i.test(campaignType) ? newMoverType : campaignType;
}

export function isNewMover({ campaign_type }: { campaign_type: string | null }): boolean {
  return mapCampaignType(campaign_type) === newMoverType;
}
