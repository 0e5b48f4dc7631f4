import { type CampaignGroup, isPrintOnly } from './campaign-groups.ts';

/** Feed statuses with another display text. */
export const lineStatusTexts: Readonly<Record<string, string>> = {
  Active: 'Active - Receiving Calls',
  New: 'Provisioned',
  Released: 'Cancelled',
};

/** The only status in which a line receives calls. */
export const receivingStatus = 'Active';

/** Display text of a status; unknown ones stay unchanged. */
export function lineStatusText(status: string): string {
  return Object.hasOwn(lineStatusTexts, status) ? (lineStatusTexts[status] as string) : status;
}

/** Whether numbers of a campaign type appear on mail or handouts. */
export const isPrinted = (campaignType: string, group: CampaignGroup | null): boolean =>
  group === 'mvp-mail' || (group === null && isPrintOnly(campaignType));

/** Type of a tracking line by its campaign; '-' if not printed. */
export function lineTypeText({
  campaignType,
  campaignGroup,
}: {
  campaignType: string | null;
  campaignGroup: CampaignGroup | null;
}): string {
  return campaignType !== null && isPrinted(campaignType, campaignGroup) ? 'Postcard / Direct Mail' : '-';
}
