import { campaignGroups } from './campaign-groups.ts';

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

/** The campaign types whose numbers are printed on mail or handouts. */
export const printedCampaignTypes: readonly string[] = [
  ...campaignGroups['mvp-mail'],
  'New Mover Mail (Print Only)',
];

/** The type of a tracking line that belongs to a printed campaign. */
export const printedLineType = 'Postcard / Direct Mail';

/** The type of a tracking line by its campaign's type; '-' if that is not a printed one. */
export function lineTypeText(campaignType: string | null): string {
  return campaignType !== null && printedCampaignTypes.includes(campaignType) ? printedLineType : '-';
}
