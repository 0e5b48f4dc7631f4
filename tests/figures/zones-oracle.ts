import { type CampaignsOracle, type CountedMailing, weekOf } from './campaigns-oracle.ts';
import type { CampaignRow, Feed, Selection } from './feed-rows.ts';

/* The figures of the map, summed from the cards of the mailings. It shares no code with the queries nor with the rules of the contract. */

export interface CountedPlace {
  mailingsCount: number;
  totalLeads: number;
  totalAppointments: number;
  totalCalls: number;
  totalUnscoredCalls: number;
  firstDeliveryWeek: string | null;
  lastDeliveryWeek: string | null;
}

export interface CountedPerformance {
  accountId: string;
  areaId: string;
  zoneId: string | null;
  campaignIds: string[];
  pieces: number;
  leads: number;
  appointments: number;
  leadsPerThousand: number;
  appointmentsPerThousand: number;
}

type Delivered = CountedMailing & { campaign: CampaignRow };

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const oneDecimal = (value: number) => Math.round(value * 10) / 10;

export class ZonesOracle {
  readonly #feed: Feed;
  readonly #cards: CampaignsOracle;

  constructor(feed: Feed, cards: CampaignsOracle) {
    this.#feed = feed;
    this.#cards = cards;
  }

  areas(selection: Selection): Record<string, CountedPlace> {
    const delivered = this.#delivered(selection);
    return Object.fromEntries(
      this.#areasOf(selection).map(({ id }) => [
        id,
        this.#count(delivered.filter(({ campaign }) => this.#areaOf(campaign) === id)),
      ]),
    );
  }

  /** Counts by zone id, without zones of New Mover areas. */
  zones(selection: Selection): Record<string, CountedPlace> {
    const delivered = this.#delivered(selection);
    const areas = new Set(this.#areasOf(selection).map(({ id }) => id));
    return Object.fromEntries(
      this.#feed.zones
        .filter(({ mailing_area_id }) => areas.has(mailing_area_id) && !mailing_area_id.endsWith('-movers'))
        .map(({ id }) => [id, this.#count(delivered.filter(({ campaign }) => campaign.zone_id === id))]),
    );
  }

  performance(selection: Selection): CountedPerformance[] {
    const { startDate, endDate } = selection;
    const counted = this.#delivered(selection, selection.campaignType)
      .filter(({ campaign }) => Number(campaign.quantity) > 0)
      .filter(({ campaign }) => {
        const week = weekOf(campaign);
        return week !== null && week >= startDate && week <= endDate;
      });
    const areas = this.#areasOf(selection).filter(({ archived }) => !archived);
    const zones = this.#feed.zones.filter(({ id }) => !id.includes('-movers-'));
    return areas.flatMap(({ id: areaId, account_id: accountId }) => {
      const inArea = counted.filter(({ campaign }) => this.#areaOf(campaign) === areaId);
      const zoneOf = ({ campaign }: Delivered) => zones.find(({ id }) => id === campaign.zone_id)?.id ?? null;
      return [...new Set(inArea.map(zoneOf))].map((zoneId) => {
        const mailings = inArea.filter((mailing) => zoneOf(mailing) === zoneId);
        const pieces = sum(mailings.map(({ campaign }) => Number(campaign.quantity)));
        const leads = sum(mailings.map(({ leadsCount }) => leadsCount));
        const appointments = sum(mailings.map(({ appointmentsCount }) => appointmentsCount));
        return {
          accountId,
          areaId,
          zoneId,
          campaignIds: mailings.map(({ id }) => id).toSorted(),
          pieces,
          leads,
          appointments,
          leadsPerThousand: oneDecimal((1000 * leads) / pieces),
          appointmentsPerThousand: oneDecimal((1000 * appointments) / pieces),
        };
      });
    });
  }

  #areasOf(selection: Selection) {
    const accounts = this.#cards.accounts(selection);
    return this.#feed.areas.filter(({ account_id }) => accounts.has(account_id));
  }

  #delivered(selection: Selection, campaignType: Selection['campaignType'] = 'all'): Delivered[] {
    return this.#cards
      .mailings({ ...selection, campaignType }, 'any week')
      .filter(({ status }) => status === 'delivered' || status === 'deliveredInFirstCall')
      .flatMap((card) => {
        const campaign = this.#feed.campaigns.find(({ id }) => id === card.id);
        return campaign ? [{ ...card, campaign }] : [];
      });
  }

  #areaOf({ zone_id, mailing_area_id }: CampaignRow): string {
    return this.#feed.zones.find(({ id }) => id === zone_id)?.mailing_area_id ?? mailing_area_id;
  }

  #count(mailings: readonly Delivered[]): CountedPlace {
    const weeks = mailings.flatMap(({ deliveryWeek }) => deliveryWeek ?? []).toSorted();
    return {
      mailingsCount: mailings.length,
      totalLeads: sum(mailings.map(({ leadsCount }) => leadsCount)),
      totalAppointments: sum(mailings.map(({ appointmentsCount }) => appointmentsCount)),
      totalCalls: sum(mailings.map(({ callsCount }) => callsCount)),
      totalUnscoredCalls: sum(mailings.map(({ unscoredCallsCount }) => unscoredCallsCount)),
      firstDeliveryWeek: weeks[0] ?? null,
      lastDeliveryWeek: weeks.at(-1) ?? null,
    };
  }
}
