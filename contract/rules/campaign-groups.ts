import { z } from 'zod';

/** The values of the campaign type filter. */
export const campaignFilterTypes = ['all', 'mvp-mail', 'non-mailing'] as const;
export const campaignFilterTypeSchema = z.enum(campaignFilterTypes, {
  error: 'Use all, mvp-mail or non-mailing.',
});
export type CampaignFilterType = z.infer<typeof campaignFilterTypeSchema>;

/** The labels of the filter's values. */
export const campaignFilterLabels: Record<CampaignFilterType, string> = {
  all: 'All Campaigns',
  'mvp-mail': 'Mailing Campaigns',
  'non-mailing': 'Non-Mailing Campaigns',
};

/** A value of the filter that selects campaigns by their type. `all` is every call, with or without a campaign. */
export const campaignGroupSchema = campaignFilterTypeSchema.exclude(['all']);
export type CampaignGroup = z.infer<typeof campaignGroupSchema>;

/** The campaign types whose group is known without the feed. */
export const campaignGroups: Record<CampaignGroup, readonly string[]> = {
  'mvp-mail': ['MVP Mail', 'Custom', 'Handout Cards', 'My Patient Mail', 'MVP Core', 'New Mover Mail'],
  'non-mailing': ['Call Tracking', 'CallPro', 'Google Ads'],
};

/** Whether a campaign type, in any case, is the one that the product specifies and that is in no group. */
export const isPrintOnly = (type: string): boolean => type.toLowerCase() === 'new mover mail (print only)';

/** The groups as the picklist of campaign types writes them. */
export const writtenGroups = { mailing: 'mvp-mail', 'non-mailing': 'non-mailing' } as const satisfies Record<
  string,
  CampaignGroup
>;

const groupOfKnownType = new Map(
  campaignGroupSchema.options.flatMap((group) =>
    campaignGroups[group].map((type) => [type.toLowerCase(), group] as const),
  ),
);

/**
 * The group of a campaign type in any case: as the feed says, otherwise that of a known type; null if nobody knows.
 * @param fromFeed groups by type in lower case
 */
export function groupOfType(
  type: string,
  fromFeed: ReadonlyMap<string, CampaignGroup>,
): CampaignGroup | null {
  const key = type.toLowerCase();
  return fromFeed.get(key) ?? groupOfKnownType.get(key) ?? null;
}
