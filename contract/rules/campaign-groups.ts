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

/** The campaign types in each group. `all` is every call, with or without a campaign. */
export const campaignGroups: Record<Exclude<CampaignFilterType, 'all'>, readonly string[]> = {
  'mvp-mail': ['MVP Mail', 'Custom', 'Handout Cards', 'My Patient Mail', 'MVP Core', 'New Mover Mail'],
  'non-mailing': ['Call Tracking', 'CallPro', 'Google Ads'],
};
