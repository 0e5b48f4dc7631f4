import { campaignGroups } from './campaign-groups.ts';
import { matchesSearch } from './search-text.ts';

/** The statuses of the feed that are shown in other words; any other is shown as it is. */
export const lineStatusTexts: Readonly<Record<string, string>> = {
  Active: 'Active - Receiving Calls',
  New: 'Provisioned',
  Released: 'Cancelled',
};

/** The only status of a line that receives calls. */
export const receivingStatus = 'Active';

/** A tracking line's status as it is shown. */
export function lineStatusText(status: string): string {
  return Object.hasOwn(lineStatusTexts, status) ? (lineStatusTexts[status] as string) : status;
}

/** The campaign types that put a number on paper in a mailbox or a hand. */
export const printedCampaignTypes: readonly string[] = [
  ...campaignGroups['mvp-mail'],
  'New Mover Mail (Print Only)',
];

/** What a tracking line of such a campaign is called. */
export const printedLineType = 'Postcard / Direct Mail';

/** A tracking line's type as it is shown, by the type of its campaign; '-' where that is none that is known. */
export function lineTypeText(campaignType: string | null): string {
  return campaignType !== null && printedCampaignTypes.includes(campaignType) ? printedLineType : '-';
}

/**
 * Whether a line is found by what was typed: each word of it is in the line's name, its campaign's name or its number.
 * Nothing typed finds every line.
 */
export function lineMatches(
  line: { friendlyName: string; campaignName: string | null; number: string },
  typed: string,
): boolean {
  return matchesSearch([line.friendlyName, line.campaignName, line.number], typed);
}
