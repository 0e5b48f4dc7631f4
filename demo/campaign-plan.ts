import { type Campaign, type CampaignType, type Line, type MailingStatus, mediaOfType } from './campaigns.ts';
import { fictionalNumber } from './households.ts';
import { dayOf, weekdayOf } from './local-time.ts';
import { officeIds, type Office } from './offices.ts';
import { Random } from './random.ts';

const mailingSequence: readonly CampaignType[] = [
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
const callRateOfType: Record<CampaignType, number> = {
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

const callDays = 300;
const lineLifetimeDays = 540;

function pipelineOf(office: Office, officeIndex: number): readonly (readonly [MailingStatus, number])[] {
  const stages = [
    ['delivered', -2],
    ['shipped', 4],
    ['printed', 12],
    ['approved', 24],
    ['ordered', 38],
    ['ordered', 52],
  ] as const;
  switch (office.id) {
    case officeIds.asheville:
      return [...stages, ['ordered', 34]];
    case officeIds.boulder:
      return [stages[1], stages[4]];
    case officeIds.sacramento:
      return [stages[0], stages[3], ['ordered', 43]];
    case officeIds.orthodontics:
      return [stages[2], stages[5], ['ordered', 36]];
    case officeIds.homeServices:
      return [stages[1], stages[3], stages[4]];
    default:
      return [stages[officeIndex % stages.length] as (typeof stages)[number]];
  }
}

const permanentCampaigns = [
  { type: 'Call Tracking', label: 'Website', from: '2018-01-01', line: 'Website number' },
  { type: 'Google Ads', label: 'Search Campaign', from: '2019-03-04', line: 'Google search' },
  { type: 'CallPro', label: 'Neighborhood Door Hangers', from: '2020-09-14', line: null },
] as const;

// number indexes: 0 to 2 permanent campaigns, 4 the office's line, the last one the destination
const officeLineNumber = 4;
const firstMailingNumber = 5;
const mailingNumbersOf = ({ numberCount }: Office) => numberCount - 1 - firstMailingNumber;

export function planCampaigns(
  office: Office,
  officeIndex: number,
  today: number,
  seed: string,
): { campaigns: Campaign[]; officeLine: Line } {
  const planner = new CampaignPlanner(office, officeIndex, today, seed);
  planner.addPermanentCampaigns();
  planner.addMailings();
  return { campaigns: planner.campaigns, officeLine: planner.officeLine() };
}

/** The order of method calls determines each campaign's random numbers. */
class CampaignPlanner {
  readonly campaigns: Campaign[] = [];
  readonly #office: Office;
  readonly #officeIndex: number;
  readonly #today: number;
  readonly #random: Random;
  #orderNumber: number;
  #mailings = 0;

  constructor(office: Office, officeIndex: number, today: number, seed: string) {
    this.#office = office;
    this.#officeIndex = officeIndex;
    this.#today = today;
    this.#random = new Random(`${seed}/campaigns/${office.id}`);
    this.#orderNumber = 10_000 + officeIndex * 400;
  }

  addPermanentCampaigns(): void {
    for (const [index, { type, label, from, line }] of permanentCampaigns.entries()) {
      if (dayOf(from) > this.#today - 60) continue;
      const slug = type.toLowerCase().replaceAll(' ', '-');
      const id = `${this.#office.code}-campaign-${slug}`;
      this.campaigns.push({
        id,
        name: this.#nextName(),
        label,
        type,
        mediaType: mediaOfType[type][0] as string,
        quantity: type === 'CallPro' ? 1500 : null,
        delivery: Math.max(dayOf(from), this.#office.joined),
        lastCallDay: Number.POSITIVE_INFINITY,
        callRate: callRateOfType[type] * this.#random.between(0.8, 1.2),
        isMailing: false,
        inProduction: null,
        line: { ...this.#line(index, slug), campaignId: id, friendlyName: line, type },
        calls: 0,
      });
    }
  }

  addMailings(): void {
    const random = this.#random;
    for (
      let day = this.#office.joined + 7 + random.integer(0, 25);
      day < this.#today - 9;
      day += random.integer(42, 66)
    )
      this.#addMailing(day, null);
    for (const [status, days] of pipelineOf(this.#office, this.#officeIndex))
      this.#addMailing(this.#today + days, status);
  }

  officeLine(): Line {
    return { ...this.#line(officeLineNumber, 'office'), friendlyName: 'Office number on the sign' };
  }

  /** Status null: delivered long enough ago to have calls. */
  #addMailing(plannedDay: number, status: MailingStatus | null): void {
    const random = this.#random;
    // no mail on Sundays
    const delivery = weekdayOf(plannedDay) === 0 ? plannedDay + 1 : plannedDay;
    const type = mailingSequence[
      (this.#mailings + this.#officeIndex * 3) % mailingSequence.length
    ] as CampaignType;
    const media = mediaOfType[type];
    const number = String(this.#mailings + 1).padStart(3, '0');
    const id = `${this.#office.code}-campaign-${number}`;
    const inProduction =
      status === null || status === 'delivered' || status === 'deliveredInFirstCall' ? null : status;
    const line: Line = {
      ...this.#line(firstMailingNumber + (this.#mailings % mailingNumbersOf(this.#office)), number),
      campaignId: id,
      type: 'Direct Mail',
      status: this.#lineStatus(inProduction, this.#today - delivery),
    };
    const quantity = this.#quantityOf(type);
    this.campaigns.push({
      id,
      name: this.#nextName(),
      label: random.pick(this.#office.trade.themes),
      type,
      mediaType: random.chance(0.6) ? (media[0] as string) : random.pick(media),
      quantity,
      delivery,
      lastCallDay: delivery + callDays,
      // the newest delivered mailing has no calls yet
      callRate: status === null ? callRateOfType[type] * random.between(0.55, 1.5) : 0,
      isMailing: true,
      inProduction,
      line,
      calls: 0,
    });
    this.#mailings += 1;
  }

  #nextName(): string {
    this.#orderNumber += 1;
    return `MC-${this.#orderNumber}`;
  }

  #line(numberIndex: number, id: string): Line {
    return {
      id: `${this.#office.code}-line-${id}`,
      campaignId: null,
      number: fictionalNumber(this.#office.areaCode, this.#office.firstSuffix + numberIndex),
      status: 'Active',
      friendlyName: null,
      type: null,
    };
  }

  #lineStatus(inProduction: Campaign['inProduction'], age: number): Line['status'] {
    if (inProduction !== null && inProduction !== 'shipped') return 'New';
    if (age > lineLifetimeDays) return 'Released';
    return age > 330 && this.#random.chance(0.4) ? 'Suspended' : 'Active';
  }

  #quantityOf(type: CampaignType): number {
    if (type === 'Handout Cards') return this.#random.integer(2, 8) * 250;
    if (type === 'My Patient Mail') return this.#random.integer(12, 34) * 100;
    return this.#random.integer(10, 30) * 500;
  }
}
