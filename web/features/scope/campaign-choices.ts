import { campaignFilterLabels, campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';

/** The campaign types that a scope can have. */
export const campaignChoices = campaignFilterTypes.map((value) => ({
  value,
  label: campaignFilterLabels[value],
}));
