import { fictionalNumber } from './households.ts';
import { dayOf, weekdayOf } from './local-time.ts';
import { officeIds, placesOfOffice, type Office } from './offices.ts';
import { Random } from './random.ts';

/** Every campaign type of the product. */
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

/** Every mailing status, in the order in which a mailing passes through them. */
export const mailingStatuses = [
  'ordered',
  'approved',
  'printed',
  'shipped',
  'delivered',
  'deliveredInFirstCall',
] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/** The media of each campaign type, the usual one first. */
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

/** A tracking line. */
export interface Line {
  id: string;
  campaignId: string | null;
  number: string;
  status: 'Active' | 'New' | 'Released' | 'Suspended';
  friendlyName: string | null;
  type: string | null;
}

/** A campaign and what the story needs to know of it. Days are days since 1970. */
export interface Campaign {
  id: string;
  name: string;
  label: string;
  type: CampaignType;
  mediaType: string;
  quantity: number | null;
  /** First day on which it can bring calls. */
  delivery: number;
  /** Last day on which its line is answered. */
  last: number;
  /** How many calls it brings: 1 for an average mailing, for an always-on campaign its constant share. */
  pull: number;
  /** Mailings come in a burst after delivery; the others bring calls all year round. */
  mailing: boolean;
  /** Where it stands in production; null once it is delivered. */
  inProduction: Exclude<MailingStatus, 'delivered' | 'deliveredInFirstCall'> | null;
  line: Line;
  /** Calls that it brought, counted while the story is written. */
  calls: number;
}

/** Mailings follow each other in this order, so that every type comes by within two years. */
const sequence: readonly CampaignType[] = [
  'MVP Mail',
  'New Mover Mail',
  'MVP Mail',
  'Handout Cards',
  'MVP Mail',
  'My Patient Mail',
  'MVP Core',
  'MVP Mail',
  'New Mover Mail (Print Only)',
  'MVP Mail',
  'Custom',
  'MVP Mail',
  'New Mover Mail',
  'MVP Core',
];
const pullOfType: Record<CampaignType, number> = {
  'MVP Mail': 1.25,
  'New Mover Mail': 0.8,
  'New Mover Mail (Print Only)': 0.45,
  'My Patient Mail': 0.85,
  Custom: 0.9,
  'Handout Cards': 0.35,
  'MVP Core': 0.75,
  'Call Tracking': 0.16,
  CallPro: 0.05,
  'Google Ads': 0.17,
};

/** Days from a mailing's delivery on which it brings calls. */
const pullDays = 300;
/** Days from delivery after which a mailing's number is given back. */
const lineDays = 540;

/** How strongly a mailing brings calls `age` days after delivery: a burst in the first week that fades over two months. */
export function pullOf(campaign: Campaign, day: number): number {
  const age = day - campaign.delivery;
  if (age < 0 || day > campaign.last || campaign.pull === 0) return 0;
  if (!campaign.mailing) return campaign.pull;
  const rise = age === 0 ? 0.3 : age === 1 ? 0.75 : 1;
  return campaign.pull * (rise * Math.exp(-age / 21) + (age < 150 ? 0.05 : 0.015));
}

/** The mailings that an office has in production: status and days until delivery. */
function pipelineOf(office: Office, at: number): readonly (readonly [MailingStatus, number])[] {
  const all = [
    ['delivered', -2],
    ['shipped', 4],
    ['printed', 12],
    ['approved', 24],
    ['ordered', 38],
    ['ordered', 52],
  ] as const;
  switch (office.id) {
    case officeIds.asheville:
      return [...all, ['ordered', 34]];
    case officeIds.boulder:
      return [all[1], all[4]];
    case officeIds.sacramento:
      return [all[0], all[3], ['ordered', 43]];
    case officeIds.orthodontics:
      return [all[2], all[5], ['ordered', 36]];
    case officeIds.homeServices:
      return [all[1], all[3], all[4]];
    default:
      return [all[at % all.length] as (typeof all)[number]];
  }
}

/** The campaigns and tracking lines of an office as they stand on `today` (a day). */
export function planCampaigns(
  office: Office,
  at: number,
  today: number,
  seed: string,
): { campaigns: Campaign[]; officeLine: Line } {
  const random = new Random(`${seed}/campaigns/${office.id}`);
  const campaigns: Campaign[] = [];
  let order = 10_000 + at * 400;
  const lineAt = (place: number, id: string): Line => ({
    id: `${office.code}-line-${id}`,
    campaignId: null,
    number: fictionalNumber(office.areaCode, office.firstPlace + place),
    status: 'Active',
    friendlyName: null,
    type: null,
  });

  const always = [
    { type: 'Call Tracking', label: 'Website', from: '2018-01-01', line: 'Website number' },
    { type: 'Google Ads', label: 'Search Campaign', from: '2019-03-04', line: 'Google search' },
    { type: 'CallPro', label: 'Neighborhood Door Hangers', from: '2020-09-14', line: null },
  ] as const;
  for (const [place, source] of always.entries()) {
    if (dayOf(source.from) > today - 60) continue;
    const id = `${office.code}-campaign-${source.type.toLowerCase().replaceAll(' ', '-')}`;
    const line = lineAt(place, source.type.toLowerCase().replaceAll(' ', '-'));
    Object.assign(line, { campaignId: id, friendlyName: source.line, type: source.type });
    campaigns.push({
      id,
      name: `MC-${(order += 1)}`,
      label: source.label,
      type: source.type,
      mediaType: mediaOfType[source.type][0] as string,
      quantity: source.type === 'CallPro' ? 1500 : null,
      delivery: dayOf(source.from),
      last: Number.POSITIVE_INFINITY,
      pull: pullOfType[source.type] * random.between(0.8, 1.2),
      mailing: false,
      inProduction: null,
      line,
      calls: 0,
    });
  }

  // places 0 to 4 and the last one are the always-on lines', the office's own and the destination's
  const firstMailingPlace = 5;
  const mailingPlaces = placesOfOffice - 1 - firstMailingPlace;
  let mailings = 0;
  const mail = (planned: number, status: MailingStatus | null): void => {
    // no mail on Sundays
    const delivery = weekdayOf(planned) === 0 ? planned + 1 : planned;
    const type = sequence[(mailings + at * 3) % sequence.length] as CampaignType;
    const media = mediaOfType[type];
    const id = `${office.code}-campaign-${String(mailings + 1).padStart(3, '0')}`;
    const line = lineAt(
      firstMailingPlace + (mailings % mailingPlaces),
      String(mailings + 1).padStart(3, '0'),
    );
    const inProduction =
      status === null || status === 'delivered' || status === 'deliveredInFirstCall' ? null : status;
    const age = today - delivery;
    line.campaignId = id;
    line.type = 'Direct Mail';
    line.status =
      inProduction !== null && inProduction !== 'shipped'
        ? 'New'
        : age > lineDays
          ? 'Released'
          : age > 330 && random.chance(0.4)
            ? 'Suspended'
            : 'Active';
    const base =
      type === 'Handout Cards'
        ? random.whole(2, 8) * 250
        : type === 'My Patient Mail'
          ? random.whole(12, 34) * 100
          : random.whole(10, 30) * 500;
    campaigns.push({
      id,
      name: `MC-${(order += 1)}`,
      label: random.pick(office.trade.themes),
      type,
      mediaType: random.chance(0.6) ? (media[0] as string) : random.pick(media),
      quantity: base,
      delivery,
      last: delivery + pullDays,
      // nobody has called yet from the newest delivered mailing
      pull: status === null ? pullOfType[type] * random.between(0.55, 1.5) : 0,
      mailing: true,
      inProduction,
      line,
      calls: 0,
    });
    mailings += 1;
  };
  for (let day = dayOf('2018-01-08') + random.whole(0, 25); day < today - 9; day += random.whole(42, 66))
    mail(day, null);
  for (const [status, days] of pipelineOf(office, at)) mail(today + days, status);

  const officeLine = lineAt(4, 'office');
  Object.assign(officeLine, { friendlyName: 'Office number on the sign', type: null });
  return { campaigns, officeLine };
}
