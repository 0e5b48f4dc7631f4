import { campaignFilterLabels, campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';

export const campaignChoices = campaignFilterTypes.map((value) => ({
  value,
  label: campaignFilterLabels[value],
}));
