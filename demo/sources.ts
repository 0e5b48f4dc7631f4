import type { Campaign, CampaignType } from './campaigns.ts';
import { weighted, type Random, type Weighted } from './random.ts';
import { callerSources } from './trade.ts';

/** Who is on the line: somebody who may become a client, a client, somebody else, or an unwanted caller. */
export type Kind = 'lead' | 'existing' | 'stranger' | 'spam';

/** How a source of calls shapes them. */
export interface SourceShape {
  kinds: Weighted<Kind>;
  /** How a summary names the source; null when there is nothing to name. */
  cameBy: string | null;
  /** What callers rightly say when they are asked how they heard of the office; empty when nothing would be wrong. */
  truth: readonly string[];
  /** How likely a caller asks about an offer. */
  offers: number;
  /** How likely a known client's call is an opportunity: reactivation mailings bring them back. */
  reactivates: number;
}

const kinds = (lead: number, existing: number, stranger: number, spam: number) =>
  weighted<Kind>([
    ['lead', lead],
    ['existing', existing],
    ['stranger', stranger],
    ['spam', spam],
  ]);

const postcard: SourceShape = {
  kinds: kinds(56, 21, 12, 11),
  cameBy: 'postcard',
  truth: [callerSources.postcard],
  offers: 0.46,
  reactivates: 0.08,
};
const shapes: Record<CampaignType, SourceShape> = {
  'MVP Mail': postcard,
  'New Mover Mail': { ...postcard, kinds: kinds(66, 9, 13, 12), cameBy: 'welcome card' },
  'New Mover Mail (Print Only)': { ...postcard, kinds: kinds(64, 9, 14, 13), cameBy: 'welcome letter' },
  'My Patient Mail': { ...postcard, kinds: kinds(16, 72, 7, 5), cameBy: 'reminder card', reactivates: 0.42 },
  Custom: { ...postcard, kinds: kinds(52, 25, 12, 11), cameBy: 'mailer' },
  'Handout Cards': {
    ...postcard,
    kinds: kinds(54, 32, 8, 6),
    cameBy: 'handout card',
    truth: [callerSources.handout, callerSources.friend],
  },
  'MVP Core': { ...postcard, kinds: kinds(54, 22, 13, 11) },
  'Call Tracking': {
    kinds: kinds(36, 40, 14, 10),
    cameBy: 'website',
    truth: [callerSources.website, callerSources.search],
    offers: 0.12,
    reactivates: 0.06,
  },
  CallPro: {
    kinds: kinds(50, 22, 15, 13),
    cameBy: 'door hanger',
    truth: [callerSources.handout, callerSources.postcard],
    offers: 0.38,
    reactivates: 0.06,
  },
  'Google Ads': {
    kinds: kinds(58, 13, 15, 14),
    cameBy: 'search ad',
    truth: [callerSources.advertisement, callerSources.search],
    offers: 0.2,
    reactivates: 0.05,
  },
};
const noCampaign: SourceShape = {
  kinds: kinds(24, 52, 14, 10),
  cameBy: null,
  truth: [],
  offers: 0.05,
  reactivates: 0.05,
};

/** How calls of a campaign, or of none, are shaped. */
export function shapeOf(campaign: Campaign | null): SourceShape {
  return campaign ? shapes[campaign.type] : noCampaign;
}

const heard = weighted([
  [callerSources.search, 30],
  [callerSources.postcard, 22],
  [callerSources.friend, 19],
  [callerSources.website, 9],
  [callerSources.insurance, 8],
  [callerSources.sign, 5],
  [callerSources.social, 4],
  [callerSources.reviews, 3],
] as const);

const said: Record<string, readonly string[]> = {
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

/** Draws what a caller answers when asked how they heard of the office, and whether the tracking number says otherwise. */
export function drawMention(
  shape: SourceShape,
  random: Random,
): { source: string; words: string; wrong: boolean } {
  const right = shape.truth.length > 0 && random.chance(0.7);
  const source = right ? random.pick(shape.truth) : random.draw(heard);
  return {
    source,
    words: random.pick(said[source] ?? [source]),
    wrong: shape.truth.length > 0 && !shape.truth.includes(source),
  };
}
