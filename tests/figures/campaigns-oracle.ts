import type { CallRow, CampaignRow, Feed, Selection } from './feed-rows.ts';
import type { Oracle } from './oracle.ts';

/* Counted call by call from their definitions. Shares no code with the queries or the rules of the contract. */

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

const groups: Record<Selection['campaignType'], readonly string[] | null> = {
  all: null,
  'mvp-mail': ['MVP Mail', 'Custom', 'Handout Cards', 'My Patient Mail', 'MVP Core', 'New Mover Mail'],
  'non-mailing': ['Call Tracking', 'CallPro', 'Google Ads'],
};

/** The delivery week of a campaign: the feed's, otherwise the Monday of the week from Sunday of its delivery date. */
export function weekOf({ delivery_week, delivery_date }: CampaignRow): string | null {
  if (delivery_week !== '' || delivery_date === '') return delivery_week || null;
  const monday = new Date(`${delivery_date}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - monday.getUTCDay() + 1);
  return monday.toISOString().slice(0, 10);
}

export interface CountedMailing {
  id: string;
  accountId: string;
  deliveryWeek: string | null;
  status: string | null;
  leadsCount: number;
  appointmentsCount: number;
  callsCount: number;
  unscoredCallsCount: number;
  conversionRate: number;
}

export interface CountedStory {
  deliveryDay: string | null;
  deliveryDayFrom: 'date' | 'week' | null;
  days: { calls: number; opportunity: number }[];
  calls: number;
  callsBefore: number;
  callsAfter: number;
  opportunity: number;
  quantity: number | null;
  earlier: { id: string; deliveryDay: string; quantity: number | null; calls: number[] }[];
  half: { kind: 'known'; day: number } | { kind: 'too early' } | { kind: 'too few calls' } | null;
  /** Id of the best call to listen to, and how many came out as well. */
  best: { callId: string; among: number } | null;
}

export type CardOrder = 'deliveryWeek' | 'leadsCount' | 'appointmentsCount' | 'conversionRate';

export class CampaignsOracle {
  readonly #feed: Feed;
  readonly #calls: Oracle;

  constructor(feed: Feed, calls: Oracle) {
    this.#feed = feed;
    this.#calls = calls;
  }

  accounts(selection: Selection): ReadonlySet<string> {
    return this.#calls.accounts(selection);
  }

  /** The six cards; like the scoreboard's they count by the date of the call. */
  summary(selection: Selection): Record<string, number> {
    const calls = this.#calls.calls(selection);
    const leads = calls.filter((call) => this.#calls.isOpportunity(call));
    const byStaff = calls.filter((call) => call.call_answered_by === 'Staff');
    return {
      all: calls.length,
      leads: leads.length,
      appointments: this.#appointments(calls),
      conversionRate: percent(
        this.#appointments(byStaff),
        leads.filter((call) => call.call_answered_by === 'Staff').length,
      ),
      missed: calls.filter((call) => this.#calls.isMissed(call)).length,
      followUps: this.#calls.recentCalls(selection).filter((call) => this.#calls.isFollowUp(call)).length,
    };
  }

  callsOf(campaign: Pick<CampaignRow, 'id' | 'account_id'>): CallRow[] {
    return this.#feed.calls
      .filter((call) => {
        const from = this.#calls.campaignOf(call);
        return !call.deleted && from?.id === campaign.id && from.account_id === campaign.account_id;
      })
      .sort((a, b) => Date.parse(b.call_date_time) - Date.parse(a.call_date_time) || compare(a.id, b.id));
  }

  leadsOf(campaign: Pick<CampaignRow, 'id' | 'account_id'>): CallRow[] {
    return this.callsOf(campaign).filter((call) => this.#calls.isOpportunity(call));
  }

  #appointments(calls: readonly CallRow[]): number {
    return calls.reduce((sum, call) => sum + this.#calls.countedAppointments(call).length, 0);
  }

  mailings(selection: Selection, weeks: 'any week' | 'of the dates'): CountedMailing[] {
    const accounts = this.#calls.accounts(selection);
    const types = groups[selection.campaignType];
    return this.#feed.campaigns
      .filter(
        ({ account_id, campaign_type, deleted }) =>
          !deleted && accounts.has(account_id) && (types === null || types.includes(campaign_type)),
      )
      .filter((campaign) => {
        const week = weekOf(campaign);
        return (
          weeks === 'any week' || (week !== null && week >= selection.startDate && week <= selection.endDate)
        );
      })
      .map((campaign) => this.#card(campaign));
  }

  #card(campaign: CampaignRow): CountedMailing {
    const calls = this.callsOf(campaign);
    const leads = this.leadsOf(campaign).length;
    const appointments = this.#appointments(calls);
    return {
      id: campaign.id,
      accountId: campaign.account_id,
      deliveryWeek: weekOf(campaign),
      status: this.#status(campaign, calls),
      leadsCount: leads,
      appointmentsCount: appointments,
      callsCount: calls.length,
      unscoredCallsCount: calls.filter((call) => call.call_answered_by === '').length,
      conversionRate: percent(appointments, leads),
    };
  }

  /** The feed's status; without one, the status that its calls and dates imply. */
  #status(campaign: CampaignRow, calls: readonly CallRow[]): string | null {
    const { status } = campaign;
    if (calls.length > 0 && (status === 'delivered' || status === '')) return 'deliveredInFirstCall';
    if (status !== '') return status;
    if (campaign.delivery_date !== '') return 'delivered';
    return campaign.order_date === '' ? null : 'ordered';
  }

  /** Sorted cards: those without a week last in either direction, equal ones by id. */
  static sorted(cards: readonly CountedMailing[], order: CardOrder, dir: 'asc' | 'desc'): CountedMailing[] {
    const value = (card: CountedMailing): number | null => {
      if (order === 'deliveryWeek') return card.deliveryWeek === null ? null : Date.parse(card.deliveryWeek);
      if (order === 'leadsCount') return card.leadsCount;
      if (order === 'appointmentsCount') return card.appointmentsCount;
      // not by the rounded percentage
      return card.leadsCount === 0 ? 0 : card.appointmentsCount / card.leadsCount;
    };
    return cards.toSorted((a, b) => {
      const [left, right] = [value(a), value(b)];
      if (left === null || right === null)
        return Number(left === null) - Number(right === null) || compare(a.id, b.id);
      return (dir === 'asc' ? left - right : right - left) || compare(a.id, b.id);
    });
  }

  isDeliveredMailing(campaign: CampaignRow): boolean {
    const status = this.#status(campaign, this.callsOf(campaign));
    return (
      (status === 'delivered' || status === 'deliveredInFirstCall') &&
      !['Call Tracking', 'CallPro', 'Google Ads'].includes(campaign.campaign_type)
    );
  }

  /** `hasFile`: whether a recording has arrived. */
  story(campaign: CampaignRow, today: string, hasFile: (audio: string) => boolean): CountedStory {
    const deliveryOf = (row: CampaignRow) => row.delivery_date || row.delivery_week;
    const daysBetween = (from: string, to: string) =>
      Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000));
    const from = deliveryOf(campaign);
    const calls = this.callsOf(campaign);
    const opportunity = this.leadsOf(campaign).length;
    const best = this.#bestCall(calls, hasFile);
    const quantity = campaign.quantity === '' ? null : campaign.quantity;
    const nothing = { opportunity, quantity, calls: calls.length, best };
    if (from === '')
      return {
        ...nothing,
        deliveryDay: null,
        deliveryDayFrom: null,
        days: [],
        callsBefore: 0,
        callsAfter: calls.length,
        earlier: [],
        half: null,
      };
    let length = daysBetween(from, today);
    if (length < 0) length = 0;
    if (length > 56) length = 56;
    const ages = (row: CampaignRow) =>
      this.callsOf(row).map((call) => daysBetween(deliveryOf(row), this.#calls.dayOf(call)));
    const perDay = (counted: readonly number[]) =>
      Array.from({ length }, (_, day) => counted.filter((age) => age === day).length);
    const own = ages(campaign).sort((a, b) => a - b);
    const leads = this.leadsOf(campaign).map((call) => daysBetween(from, this.#calls.dayOf(call)));
    const [callsPerDay, leadsPerDay] = [perDay(own), perDay(leads)];
    const middle = own[Math.ceil(own.length / 2) - 1];
    return {
      ...nothing,
      deliveryDay: from,
      deliveryDayFrom: campaign.delivery_date === '' ? 'week' : 'date',
      days: callsPerDay.map((count, day) => ({ calls: count, opportunity: leadsPerDay[day] as number })),
      callsBefore: own.filter((age) => age < 0).length,
      callsAfter: own.filter((age) => age >= length).length,
      earlier: this.#feed.campaigns
        .filter(
          (row) =>
            !row.deleted &&
            row.account_id === campaign.account_id &&
            row.campaign_type === campaign.campaign_type &&
            deliveryOf(row) !== '' &&
            deliveryOf(row) < from &&
            this.#status(row, this.callsOf(row)) === 'deliveredInFirstCall',
        )
        .sort((a, b) => compare(deliveryOf(b), deliveryOf(a)) || compare(a.id, b.id))
        .slice(0, 5)
        .map((row) => ({
          id: row.id,
          deliveryDay: deliveryOf(row),
          quantity: row.quantity === '' ? null : row.quantity,
          calls: perDay(ages(row)),
        })),
      half:
        length < 56
          ? { kind: 'too early' }
          : middle === undefined || own.length < 5
            ? { kind: 'too few calls' }
            : { kind: 'known', day: middle },
    };
  }

  #bestCall(calls: readonly CallRow[], hasFile: (audio: string) => boolean): CountedStory['best'] {
    const isBooked = (call: CallRow) => this.#calls.countedAppointments(call).length > 0;
    const answered = calls.filter(
      (call) =>
        call.call_answered_by === 'Staff' &&
        hasFile(call.audio) &&
        (isBooked(call) || this.#calls.isOpportunity(call)),
    );
    const classes = [
      answered.filter((call) => isBooked(call) && call.good_impression === true),
      answered.filter((call) => isBooked(call) && call.good_impression !== true),
      answered.filter((call) => !isBooked(call) && call.good_impression === true),
      answered.filter((call) => !isBooked(call) && call.good_impression !== true),
    ];
    const among = classes.find((rows) => rows.length > 0);
    if (!among) return null;
    const talk = (call: CallRow) => Math.max(0, call.duration_seconds - Number(call.hold_seconds));
    // the calls come newest first, and equal ones by id
    const longest = among.reduce((best, call) => (talk(call) > talk(best) ? call : best));
    return { callId: longest.id, among: among.length };
  }
}
