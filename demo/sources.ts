import type { Campaign, CampaignType } from './campaigns.ts';
import { weighted, type Random, type Weighted } from './random.ts';
import { callerSources } from './trade.ts';

export type CallerKind = 'lead' | 'existing' | 'nonClient' | 'spam';

export interface SourceProfile {
  kinds: Weighted<CallerKind>;
  sourceName: string | null;
  /** Correct answers to how they heard of the office; empty if any is correct. */
  actualSources: readonly string[];
  offerProbability: number;
  /** Probability that an existing client's call is an opportunity; higher for reactivation mailings. */
  reactivationProbability: number;
}

const kinds = (lead: number, existing: number, nonClient: number, spam: number) =>
  weighted<CallerKind>([
    ['lead', lead],
    ['existing', existing],
    ['nonClient', nonClient],
    ['spam', spam],
  ]);

const postcard: SourceProfile = {
  kinds: kinds(56, 21, 12, 11),
  sourceName: 'postcard',
  actualSources: [callerSources.postcard],
  offerProbability: 0.46,
  reactivationProbability: 0.08,
};
const profiles: Record<CampaignType, SourceProfile> = {
  'MVP Mail': postcard,
  'New Mover Mail': { ...postcard, kinds: kinds(66, 9, 13, 12), sourceName: 'welcome card' },
  'New Mover Mail (Print Only)': { ...postcard, kinds: kinds(64, 9, 14, 13), sourceName: 'welcome letter' },
  'My Patient Mail': {
    ...postcard,
    kinds: kinds(16, 72, 7, 5),
    sourceName: 'reminder card',
    reactivationProbability: 0.42,
  },
  Custom: { ...postcard, kinds: kinds(52, 25, 12, 11), sourceName: 'mailer' },
  'Handout Cards': {
    ...postcard,
    kinds: kinds(54, 32, 8, 6),
    sourceName: 'handout card',
    actualSources: [callerSources.handout, callerSources.friend],
  },
  'MVP Core': { ...postcard, kinds: kinds(54, 22, 13, 11) },
  'Call Tracking': {
    kinds: kinds(36, 40, 14, 10),
    sourceName: 'website',
    actualSources: [callerSources.website, callerSources.search],
    offerProbability: 0.12,
    reactivationProbability: 0.06,
  },
  CallPro: {
    kinds: kinds(50, 22, 15, 13),
    sourceName: 'door hanger',
    actualSources: [callerSources.handout, callerSources.postcard],
    offerProbability: 0.38,
    reactivationProbability: 0.06,
  },
  'Google Ads': {
    kinds: kinds(58, 13, 15, 14),
    sourceName: 'search ad',
    actualSources: [callerSources.advertisement, callerSources.search],
    offerProbability: 0.2,
    reactivationProbability: 0.05,
  },
};
const noCampaign: SourceProfile = {
  kinds: kinds(24, 52, 14, 10),
  sourceName: null,
  actualSources: [],
  offerProbability: 0.05,
  reactivationProbability: 0.05,
};

export function profileOf(campaign: Campaign | null): SourceProfile {
  return campaign ? profiles[campaign.type] : noCampaign;
}

const mentionedSources = weighted([
  [callerSources.search, 30],
  [callerSources.postcard, 22],
  [callerSources.friend, 19],
  [callerSources.website, 9],
  [callerSources.insurance, 8],
  [callerSources.sign, 5],
  [callerSources.social, 4],
  [callerSources.reviews, 3],
] as const);

const mentionPhrases: Record<string, readonly string[]> = {
  [callerSources.postcard]: [
    'Got a postcard in the mail',
    'The card in the mail',
    'A mailer on the kitchen table',
  ],
  [callerSources.handout]: ['A card somebody handed over', 'Door hanger', 'Card from the front desk'],
  [callerSources.search]: ['Googled it', 'Searched online', 'Found it on the map'],
  [callerSources.advertisement]: ['Saw an ad online', 'The first result with the ad'],
  [callerSources.website]: ['Was on the website', 'The website'],
  [callerSources.friend]: ['A coworker', 'A friend comes here', 'My sister goes there', 'A neighbor'],
  [callerSources.insurance]: ['Insurance website', 'List from the insurance'],
  [callerSources.sign]: ['Drives by every day', 'Saw the sign'],
  [callerSources.social]: ['Facebook', 'Instagram'],
  [callerSources.reviews]: ['Good reviews', 'Yelp'],
};

/** The caller's answer to how they heard of the office, and whether it contradicts the tracking number. */
export function drawMention(
  profile: SourceProfile,
  random: Random,
): { source: string; phrase: string; wrong: boolean } {
  const isAccurate = profile.actualSources.length > 0 && random.chance(0.7);
  const source = isAccurate ? random.pick(profile.actualSources) : random.draw(mentionedSources);
  return {
    source,
    phrase: random.pick(mentionPhrases[source] ?? [source]),
    wrong: profile.actualSources.length > 0 && !profile.actualSources.includes(source),
  };
}
