import { type CampaignGroup, isPrintOnly } from './campaign-groups.ts';

export const lineStatusTexts: Readonly<Record<string, string>> = {
  Active: 'Active - Receiving Calls',
  New: 'Provisioned',
  Released: 'Cancelled',
};

export const receivingStatus = 'Active';

export function lineStatusText(status: string): string {
  return Object.hasOwn(lineStatusTexts, status) ? (lineStatusTexts[status] as string) : status;
}

/** True if the number is printed on mail or handouts. */
export const isPrinted = (campaignType: string, group: CampaignGroup | null): boolean =>
  group === 'mvp-mail' || (group === null && isPrintOnly(campaignType));

export function lineTypeText({
  campaignType,
  campaignGroup,
}: {
  campaignType: string | null;
  campaignGroup: CampaignGroup | null;
}): string {
  return campaignType !== null && isPrinted(campaignType, campaignGroup) ? 'Postcard / Direct Mail' : '-';
}
