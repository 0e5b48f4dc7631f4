import { type CampaignGroup, isPrintOnly } from './campaign-groups.ts';

/** The statuses of the feed that are shown with another text. */
export const lineStatusTexts: Readonly<Record<string, string>> = {
  Active: 'Active - Receiving Calls',
  New: 'Provisioned',
  Released: 'Cancelled',
};

/** The only status of a line that receives calls. */
export const receivingStatus = 'Active';

/** The text for a tracking line's status. Unknown statuses are shown as they are. */
export function lineStatusText(status: string): string {
  return Object.hasOwn(lineStatusTexts, status) ? (lineStatusTexts[status] as string) : status;
}

/** Whether the numbers of a campaign type are printed on mail or handouts. */
export const isPrinted = (campaignType: string, group: CampaignGroup | null): boolean =>
  group === 'mvp-mail' || (group === null && isPrintOnly(campaignType));

/** The type of a tracking line by its campaign's type; '-' if that is not a printed one. */
export function lineTypeText({
  campaignType,
  campaignGroup,
}: {
  campaignType: string | null;
  campaignGroup: CampaignGroup | null;
}): string {
  return campaignType !== null && isPrinted(campaignType, campaignGroup) ? 'Postcard / Direct Mail' : '-';
}
