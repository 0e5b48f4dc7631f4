import { z } from 'zod';

export const campaignFilterTypes = ['all', 'mvp-mail', 'non-mailing'] as const;
export const campaignFilterTypeSchema = z.enum(campaignFilterTypes, {
  error: 'Use all, mvp-mail or non-mailing.',
});
export type CampaignFilterType = z.infer<typeof campaignFilterTypeSchema>;

export const campaignFilterLabels: Record<CampaignFilterType, string> = {
  all: 'All Campaigns',
  'mvp-mail': 'Mailing Campaigns',
  'non-mailing': 'Non-Mailing Campaigns',
};

/** `all` includes calls without a campaign. */
export const campaignGroupSchema = campaignFilterTypeSchema.exclude(['all']);
export type CampaignGroup = z.infer<typeof campaignGroupSchema>;

/** The feed need not send the group of these types. */
export const campaignGroups: Record<CampaignGroup, readonly string[]> = {
  'mvp-mail': ['MVP Mail', 'Custom', 'Handout Cards', 'My Patient Mail', 'MVP Core', 'New Mover Mail'],
  'non-mailing': ['Call Tracking', 'CallPro', 'Google Ads'],
};

/** The product's only type without a group; ignores case. */
export const isPrintOnly = (type: string): boolean => type.toLowerCase() === 'new mover mail (print only)';

export const writtenGroups = { mailing: 'mvp-mail', 'non-mailing': 'non-mailing' } as const satisfies Record<
  string,
  CampaignGroup
>;

const groupOfKnownType = new Map(
  campaignGroupSchema.options.flatMap((group) =>
    campaignGroups[group].map((type) => [type.toLowerCase(), group] as const),
  ),
);

/** The feed's group (`fromFeed`, by type in lower case), else the known group; null without either. */
export function groupOfType(
  type: string,
  fromFeed: ReadonlyMap<string, CampaignGroup>,
): CampaignGroup | null {
  const key = type.toLowerCase();
  return fromFeed.get(key) ?? groupOfKnownType.get(key) ?? null;
}

export const newMoverType = 'New Mover';

/** Combines all types of New Mover Mail, such as 'New Mover Mail (Print Only)'; keeps others. */
export function mapCampaignType(campaignType: string | null): string | null {
  return campaignType !== null && /^New Mover\b/i.test(campaignType) ? newMoverType : campaignType;
}

export function isNewMover({ campaign_type }: { campaign_type: string | null }): boolean {
  return mapCampaignType(campaign_type) === newMoverType;
}
