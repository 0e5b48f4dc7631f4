export const campaignTypes = [
  'MVP Mail',
  'New Mover Mail',
  'New Mover Mail (Print Only)',
  'My Patient Mail',
  'Custom',
  'Handout Cards',
  'MVP Core',
  'Call Tracking',
  'CallPro',
  'Google Ads',
] as const;
export type CampaignType = (typeof campaignTypes)[number];

export const mailingStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
  'delivered',
  'deliveredInFirstCall',
] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/** The usual one first. */
export const mediaOfType: Record<CampaignType, readonly string[]> = {
  'MVP Mail': ['Jumbo Postcard', 'Standard Postcard', 'Trifold Mailer'],
  'New Mover Mail': ['Standard Postcard', 'Welcome Letter'],
  'New Mover Mail (Print Only)': ['Welcome Letter'],
  'My Patient Mail': ['Standard Postcard', 'Recall Letter'],
  Custom: ['Magnet Mailer', 'Trifold Mailer'],
  'Handout Cards': ['Handout Card'],
  'MVP Core': ['Standard Postcard'],
  'Call Tracking': ['Website'],
  CallPro: ['Door Hanger'],
  'Google Ads': ['Search Ad'],
};

export const detailsOfType: Record<CampaignType, string> = {
  'MVP Mail': 'Every door of the chosen carrier routes',
  'New Mover Mail': 'Households that moved in last month',
  'New Mover Mail (Print Only)': 'Households that moved in last month, mailed by the office',
  'My Patient Mail': 'Addresses from the office’s own list',
  Custom: 'Made to order',
  'Handout Cards': 'Handed out at the front desk',
  'MVP Core': 'Every door, one size',
  'Call Tracking': 'A number for the office’s own advertising',
  CallPro: 'A number with scored calls',
  'Google Ads': 'Search advertisements',
};

export const recordTypes = ['Mail Call', 'Other Campaign Call', 'Office Call'] as const;

export const recordTypeOf = (campaign: Campaign | null): (typeof recordTypes)[number] =>
  campaign === null ? 'Office Call' : campaign.isMailing ? 'Mail Call' : 'Other Campaign Call';

export interface Line {
  id: string;
  campaignId: string | null;
  number: string;
  status: 'Active' | 'New' | 'Released' | 'Suspended';
  friendlyName: string | null;
  type: string | null;
}

export interface Campaign {
  id: string;
  name: string;
  label: string;
  type: CampaignType;
  mediaType: string;
  quantity: number | null;
  delivery: number;
  lastCallDay: number;
  /** 1 for an average mailing, or the daily rate of a permanent campaign. */
  callRate: number;
  /** Mailings have a burst of calls after delivery; other campaigns have calls all year. */
  isMailing: boolean;
  inProduction: Exclude<MailingStatus, 'delivered' | 'deliveredInFirstCall'> | null;
  line: Line;
  calls: number;
}

export function callRateOn(campaign: Campaign, day: number): number {
  const age = day - campaign.delivery;
  if (age < 0 || day > campaign.lastCallDay || campaign.callRate === 0) return 0;
  if (!campaign.isMailing) return campaign.callRate;
  const rise = age === 0 ? 0.3 : age === 1 ? 0.75 : 1;
  return campaign.callRate * (rise * Math.exp(-age / 21) + (age < 150 ? 0.05 : 0.015));
}
