import type {
  AppointmentRow,
  CallDimensions,
  CallRow,
  CampaignRow,
  Feed,
  InquiryRow,
  LineRow,
  Selection,
} from './feed-rows.ts';

/* Counted row by row from their definitions. Shares no code with the queries or the rules of the contract, so that errors show. */

const mailing = ['MVP Mail', 'Custom', 'Handout Cards', 'My Patient Mail', 'MVP Core', 'New Mover Mail'];
const nonMailing = ['Call Tracking', 'CallPro', 'Google Ads'];

export type ListName =
  | 'opportunity'
  | 'appointment'
  | 'missed call'
  | 'follow-up'
  | 'non-opportunity'
  | 'missed-and-followup'
  | 'all calls';

export interface Counted {
  name: string;
  id: string | null;
  value: number;
}

export interface CountedBreakdown {
  records: Counted[];
  firstRecordDate: string | null;
  callsCount: number;
}

export interface CountedPeriod {
  startDate: string;
  calls: number;
  opportunity: number;
  missed: number;
  unscored: number;
  appointments: number;
}

const alive = <Row extends { deleted: boolean }>(rows: Row[]) => rows.filter((row) => !row.deleted);

/** The present rows, and later removed rows in their last form. */
const everAlive = <Row extends { id: string; deleted: boolean }>(rows: Row[], earlier: Row[]) =>
  rows.flatMap((row) => (row.deleted ? alive(earlier).filter(({ id }) => id === row.id) : row));

/** Formats by time zone: to make one takes much longer than to use it. */
function formatter(options: Intl.DateTimeFormatOptions): (timeZone: string, moment: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, moment) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    formats.set(timeZone, format);
    return format.format(new Date(moment));
  };
}

const hourText = formatter({ hour: '2-digit', hourCycle: 'h23' });
const hourIn = (timeZone: string, moment: string): number => Number(hourText(timeZone, moment));

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const weekdayText = formatter({ weekday: 'short' });
const weekdayIn = (timeZone: string, moment: string): number => days.indexOf(weekdayText(timeZone, moment));

const dateTexts = [
  formatter({ year: 'numeric' }),
  formatter({ month: '2-digit' }),
  formatter({ day: '2-digit' }),
];
const dayIn = (timeZone: string, moment: string): string =>
  dateTexts.map((text) => text(timeZone, moment).padStart(2, '0')).join('-');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export class Oracle {
  readonly #feed: Feed;
  readonly #now: number;
  readonly #daysOf: 'utc' | 'office';
  readonly #campaigns: CampaignRow[];
  readonly #lines: LineRow[];

  /** `earlier`: its removed campaigns and lines still determine where calls came from. */
  constructor(feed: Feed, now: Date, earlier: Feed | null = null, daysOf: 'utc' | 'office' = 'utc') {
    this.#feed = feed;
    this.#daysOf = daysOf;
    this.#campaigns = everAlive(feed.campaigns, earlier?.campaigns ?? []);
    this.#lines = everAlive(feed.lines, earlier?.lines ?? []);
    this.#now = now.getTime();
  }

  accounts(selection: Selection): Set<string> {
    const chosen = new Set(selection.accountIds);
    for (let before = -1; before !== chosen.size; ) {
      before = chosen.size;
      for (const { id, parent_id } of this.#feed.accounts) if (chosen.has(parent_id)) chosen.add(id);
    }
    return chosen;
  }

  /** The campaign that a call came from: its own, else its line's. */
  campaignOf(call: CallRow): CampaignRow | undefined {
    const line = this.#lines.find(
      ({ id, account_id }) => id === call.tracking_line_id && account_id === call.account_id,
    );
    const id = call.campaign_id !== '' ? call.campaign_id : (line?.campaign_id ?? '');
    return this.#campaigns.find((campaign) => campaign.id === id && campaign.account_id === call.account_id);
  }

  #inScope(call: CallRow, selection: Selection): boolean {
    const type = this.campaignOf(call)?.campaign_type ?? '';
    const typeFits =
      selection.campaignType === 'all' ||
      (selection.campaignType === 'mvp-mail' ? mailing : nonMailing).includes(type);
    return !call.deleted && typeFits && this.accounts(selection).has(call.account_id);
  }

  calls(selection: Selection): CallRow[] {
    const from = Date.parse(`${selection.startDate}T00:00:00.000Z`);
    const until = Date.parse(`${selection.endDate}T00:00:00.000Z`) + 24 * 60 * 60 * 1000;
    return this.#feed.calls.filter((call) => {
      if (!this.#inScope(call, selection)) return false;
      if (this.#daysOf === 'office') {
        const day = this.dayOf(call);
        return day >= selection.startDate && day <= selection.endDate;
      }
      const at = Date.parse(call.call_date_time);
      return at >= from && at < until;
    });
  }

  recentCalls(selection: Selection): CallRow[] {
    const from = this.#now - 30 * 24 * 60 * 60 * 1000;
    return this.#feed.calls.filter(
      (call) => this.#inScope(call, selection) && Date.parse(call.call_date_time) >= from,
    );
  }

  isOpportunity(call: CallRow): boolean {
    return call.call_answered_by === 'Staff' && call.opportunity === true;
  }

  isMissed(call: CallRow): boolean {
    if (call.call_answered_by === '' || call.call_answered_by === 'Staff') return false;
    return call.patient_type !== 'Spam' && call.patient_type !== 'NOT a Patient Opportunity';
  }

  isNonOpportunity(call: CallRow): boolean {
    return call.call_answered_by !== '' && !this.isOpportunity(call) && !this.isMissed(call);
  }

  /** Appointments that count: not removed, and not replaced by a later one. */
  countedAppointments(call: CallRow): AppointmentRow[] {
    const all = alive(this.#feed.appointments).filter(({ account_id }) => account_id === call.account_id);
    return all.filter(
      ({ call_id, id }) => call_id === call.id && !all.some((later) => later.previous_appointment_id === id),
    );
  }

  isFollowUp(call: CallRow): boolean {
    return call.follow_up_opportunity === true && call.resolve_date === '';
  }

  isMissedOrFollowUp(call: CallRow): boolean {
    return call.resolve_date === '' && (this.isMissed(call) || call.follow_up_opportunity === true);
  }

  /** The calls of a list, newest first, equal ones by id. */
  list(selection: Selection, name: ListName): CallRow[] {
    const conditions: Record<ListName, (call: CallRow) => boolean> = {
      opportunity: (call) => this.isOpportunity(call),
      appointment: (call) => this.countedAppointments(call).length > 0,
      'missed call': (call) => this.isMissed(call),
      'follow-up': (call) => this.isFollowUp(call),
      'non-opportunity': (call) => this.isNonOpportunity(call) && call.audio !== '',
      'missed-and-followup': (call) => this.isMissedOrFollowUp(call),
      'all calls': () => true,
    };
    const recent = name === 'follow-up' || name === 'missed-and-followup';
    const calls = recent ? this.recentCalls(selection) : this.calls(selection);
    return calls
      .filter(conditions[name])
      .sort((a, b) => Date.parse(b.call_date_time) - Date.parse(a.call_date_time) || compare(a.id, b.id));
  }

  appointments(selection: Selection): AppointmentRow[] {
    return this.calls(selection).flatMap((call) => this.countedAppointments(call));
  }

  summary(selection: Selection): Record<string, number> {
    const calls = this.calls(selection);
    const recent = this.recentCalls(selection);
    const count = (of: CallRow[], condition: (call: CallRow) => boolean) => of.filter(condition).length;
    const appointmentsOf = (of: CallRow[]) =>
      of.reduce((sum, call) => sum + this.countedAppointments(call).length, 0);
    return {
      all_calls_count: calls.length,
      all_appointment_set_by_staff_count: appointmentsOf(
        calls.filter((call) => call.call_answered_by === 'Staff'),
      ),
      opportunity_calls_by_staff_count: count(
        calls,
        (call) => call.call_answered_by === 'Staff' && this.isOpportunity(call),
      ),
      opportunity_calls_count: count(calls, (call) => this.isOpportunity(call)),
      appointment_calls_count: appointmentsOf(calls),
      calls_with_Appointments_count: count(calls, (call) => this.countedAppointments(call).length > 0),
      missed_calls_count: count(calls, (call) => this.isMissed(call)),
      non_opportunity_calls_count: count(calls, (call) => this.isNonOpportunity(call)),
      non_opportunity_with_audio_count: count(
        calls,
        (call) => this.isNonOpportunity(call) && call.audio !== '',
      ),
      followup_opportunity_calls_count: count(recent, (call) => this.isFollowUp(call)),
      missed_and_followup_count: count(recent, (call) => this.isMissedOrFollowUp(call)),
      unscored_calls_count: count(calls, (call) => call.call_answered_by === ''),
    };
  }

  #breakdown(found: { call: CallRow; name: string; id: string | null }[]): CountedBreakdown {
    const counted = new Map<string, Counted>();
    for (const { name, id } of found) {
      const key = id ?? name;
      const row = counted.get(key) ?? { name, id, value: 0 };
      counted.set(key, { ...row, value: row.value + 1 });
    }
    const moments = found.map(({ call }) => Date.parse(call.call_date_time));
    return {
      records: [...counted.values()].sort(
        (a, b) => b.value - a.value || compare(a.name, b.name) || compare(a.id ?? '', b.id ?? ''),
      ),
      firstRecordDate: moments.length === 0 ? null : new Date(Math.min(...moments)).toISOString(),
      callsCount: new Set(found.map(({ call }) => call.id)).size,
    };
  }

  breakdownBy(
    selection: Selection,
    column: keyof CallDimensions,
    condition: (call: CallRow) => boolean = () => true,
  ): CountedBreakdown {
    const calls = this.calls(selection).filter((call) => call[column] !== '' && condition(call));
    return this.#breakdown(calls.map((call) => ({ call, name: call[column], id: null })));
  }

  campaignSources(selection: Selection): CountedBreakdown {
    return this.#breakdown(
      this.calls(selection).flatMap((call) => {
        const campaign = this.campaignOf(call);
        if (!campaign || call.call_answered_by === '') return [];
        const { campaign_type, media_type } = campaign;
        return {
          call,
          name: media_type === '' ? campaign_type : `${campaign_type} - ${media_type}`,
          id: null,
        };
      }),
    );
  }

  inquiriesOf(call: CallRow, kind: InquiryRow['kind']): InquiryRow[] {
    return alive(this.#feed.inquiries).filter(
      (inquiry) =>
        inquiry.call_id === call.id && inquiry.account_id === call.account_id && inquiry.kind === kind,
    );
  }

  inquiries(selection: Selection, kind: InquiryRow['kind']): CountedBreakdown {
    return this.#breakdown(
      this.calls(selection).flatMap((call) =>
        this.inquiriesOf(call, kind).map(({ item_id, item_name }) => ({
          call,
          name: item_name,
          id: item_id,
        })),
      ),
    );
  }

  #zones(): Map<string, string> {
    return new Map(
      this.#feed.accounts.map(({ id, time_zone }) => [id, time_zone === '' ? 'America/New_York' : time_zone]),
    );
  }

  /** Calls in an hour of a day of the week, in the time zone of their office. */
  callsAt(selection: Selection, weekday: number, hour: number): CallRow[] {
    const zones = this.#zones();
    return this.calls(selection).filter((call) => {
      const zone = zones.get(call.account_id) as string;
      return weekdayIn(zone, call.call_date_time) === weekday && hourIn(zone, call.call_date_time) === hour;
    });
  }

  weekHours(
    selection: Selection,
  ): { weekday: number; hour: number; calls: number; missed: number; unscored: number }[] {
    return days.flatMap((_, weekday) =>
      Array.from({ length: 24 }, (_unused, hour) => {
        const calls = this.callsAt(selection, weekday, hour);
        return {
          weekday,
          hour,
          calls: calls.length,
          missed: calls.filter((call) => this.isMissed(call)).length,
          unscored: calls.filter((call) => call.call_answered_by === '').length,
        };
      }).filter(({ calls }) => calls > 0),
    );
  }

  dayOf(call: CallRow): string {
    const zone = this.#daysOf === 'office' ? (this.#zones().get(call.account_id) as string) : 'UTC';
    return dayIn(zone, call.call_date_time);
  }

  /** Calls by the day, the week from Sunday or the month in which they came; only those that have calls. */
  overTime(selection: Selection, per: 'day' | 'week' | 'month'): CountedPeriod[] {
    const periods = new Map<string, CallRow[]>();
    for (const call of this.calls(selection)) {
      const day = this.dayOf(call);
      const sunday = new Date(day);
      while (sunday.getUTCDay() !== 0) sunday.setTime(sunday.getTime() - 24 * 60 * 60 * 1000);
      const week = sunday.toISOString().slice(0, 10);
      const startDate = { day, week, month: `${day.slice(0, 7)}-01` }[per];
      periods.set(startDate, [...(periods.get(startDate) ?? []), call]);
    }
    return [...periods]
      .sort(([a], [b]) => compare(a, b))
      .map(([startDate, calls]) => ({
        startDate,
        calls: calls.length,
        opportunity: calls.filter((call) => this.isOpportunity(call)).length,
        missed: calls.filter((call) => this.isMissed(call)).length,
        unscored: calls.filter((call) => call.call_answered_by === '').length,
        appointments: calls.flatMap((call) => this.countedAppointments(call)).length,
        appointmentsByStaff: calls
          .filter((call) => call.call_answered_by === 'Staff')
          .flatMap((call) => this.countedAppointments(call)).length,
      }));
  }

  hours(
    selection: Selection,
  ): { hour: number; opportunity: number; missed: number; calls: number; unscored: number }[] {
    const zones = this.#zones();
    const hours = Array.from({ length: 24 }, (_, hour) => ({
      hour,
      opportunity: 0,
      missed: 0,
      calls: 0,
      unscored: 0,
    }));
    for (const call of this.calls(selection)) {
      const hour = hours[hourIn(zones.get(call.account_id) as string, call.call_date_time)];
      if (hour) hour.calls += 1;
      if (hour && this.isOpportunity(call)) hour.opportunity += 1;
      if (hour && this.isMissed(call)) hour.missed += 1;
      if (hour && call.call_answered_by === '') hour.unscored += 1;
    }
    return hours;
  }

  callsAskingAbout(selection: Selection, kind: InquiryRow['kind'], itemId: string): CallRow[] {
    return this.calls(selection).filter((call) =>
      this.inquiriesOf(call, kind).some(({ item_id }) => item_id === itemId),
    );
  }
}
