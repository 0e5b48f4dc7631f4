import type { CallKind } from '../../server/features/alerts/alerts-for-tests.ts';

/** Expected alerts by a second program, without SQL, versions or a library for time zones. Goes over all calls at every look. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Hours from UTC in winter, and whether there is daylight saving time. */
export const zones = {
  'America/Puerto_Rico': { offset: -4, saves: false },
  'America/New_York': { offset: -5, saves: true },
  'America/Chicago': { offset: -6, saves: true },
  'America/Denver': { offset: -7, saves: true },
  'America/Phoenix': { offset: -7, saves: false },
  'America/Los_Angeles': { offset: -8, saves: true },
  'America/Anchorage': { offset: -9, saves: true },
  'Pacific/Honolulu': { offset: -10, saves: false },
  'Pacific/Pago_Pago': { offset: -11, saves: false },
  'Pacific/Guam': { offset: 10, saves: false },
} as const;
export type ZoneName = keyof typeof zones;

/** First days with and without daylight saving time. */
const savings: Record<string, [from: string, to: string]> = {
  '2025': ['2025-03-09', '2025-11-02'],
  '2026': ['2026-03-08', '2026-11-01'],
  '2027': ['2027-03-14', '2027-11-07'],
};

const text = (at: number) => new Date(at).toISOString().slice(0, 10);

function eightOClock(local: string, zone: ZoneName): number {
  const { offset, saves } = zones[zone];
  const [from, to] = savings[local.slice(0, 4)] as [string, string];
  const saved = saves && local >= from && local < to ? 1 : 0;
  return Date.parse(`${local}T08:00:00Z`) - (offset + saved) * hour;
}

function newestDay(now: number, zone: ZoneName): string {
  for (let back = -1; ; back += 1) {
    const local = text(now - back * day);
    if (eightOClock(local, zone) <= now) return local;
  }
}

function mondayOf(local: string): string {
  for (let back = 0; ; back += 1) {
    const at = Date.parse(`${local}T12:00:00Z`) - back * day;
    if (new Date(at).getUTCDay() === 1) return text(at);
  }
}

export interface OracleSetting {
  contactId: string;
  type:
    | 'Missed Call'
    | 'New Opportunity Call'
    | 'New Appointment Call'
    | 'First Opportunity'
    | 'En Route'
    | 'Performance Breakdown';
  frequency: 'Real-time' | 'Daily' | 'Weekly';
  channels: readonly ('email' | 'sms')[];
}

interface OracleCall {
  id: string;
  at: number;
  kind: CallKind;
  campaignId: string;
}

/** A setting with the number of events that there were when it was switched on or got its frequency. */
type OracleStoredSetting = OracleSetting & { after: number };

interface OracleEvent {
  type: OracleSetting['type'];
  number: number;
  subject: string;
  calledAt: number;
}

interface OracleAccount {
  /** Events until then do not alert. */
  begun: number;
  zone: ZoneName;
  calls: Map<string, OracleCall>;
  shipments: Map<string, string>;
  seen: Set<string>;
  untold: { daily: OracleEvent[]; weekly: OracleEvent[] };
  dailyDay: string;
  monday: string;
  settings: OracleStoredSetting[];
}

/** One line for each message: its receiver and channel, and its alerts, sorted. */
export class AlertOracle {
  readonly accounts = new Map<string, OracleAccount>();
  readonly messages: string[] = [];
  readonly #told = new Set<string>();
  readonly #sent = new Map<string, number[]>();
  readonly #kept = new Map<string, { since: number; alerts: { alert: string; calledAt: number }[] }>();
  #lastLook = 0;

  begin(id: string, zone: ZoneName, now: number): void {
    const dailyDay = newestDay(now, zone);
    this.accounts.set(id, {
      begun: now,
      zone,
      calls: new Map(),
      shipments: new Map(),
      seen: new Set(),
      untold: { daily: [], weekly: [] },
      dailyDay,
      monday: mondayOf(dailyDay),
      settings: [],
    });
    this.#lastLook = now;
  }

  account(id: string): OracleAccount {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`There is no account ${id}.`);
    return account;
  }

  get keeps(): boolean {
    return this.#kept.size > 0;
  }

  set(id: string, setting: OracleSetting): void {
    const account = this.account(id);
    const { contactId, type, frequency, channels } = setting;
    const isOf = (other: OracleSetting) => other.contactId === contactId && other.type === type;
    const before = account.settings.find(isOf);
    const after = before?.frequency === frequency ? before.after : account.seen.size;
    account.settings = account.settings.filter((other) => !isOf(other));
    if (channels.length > 0) account.settings.push({ ...setting, after });
  }

  look(now: number): void {
    const gap = now - this.#lastLook > 10 * minute ? now - this.#lastLook : 0;
    for (const [to, { since, alerts }] of this.#kept)
      if (now - since >= 10 * minute) {
        this.#kept.delete(to);
        const recent = alerts.filter(({ calledAt }) => now - calledAt < day).map(({ alert }) => alert);
        if (recent.length > 0) this.#send(to, recent, now);
      }
    for (const [id, account] of [...this.accounts].sort(([one], [other]) => (one < other ? -1 : 1)))
      this.#lookAt(id, account, now, now - day - gap);
    this.#lastLook = now;
  }

  #lookAt(id: string, account: OracleAccount, now: number, after: number): void {
    const fresh: OracleEvent[] = [];
    const note = (type: OracleEvent['type'], subject: string, calledAt: number, alerts = true) => {
      const key = `${type} ${subject}`;
      if (account.seen.has(key)) return;
      account.seen.add(key);
      if (alerts && (type === 'En Route' || calledAt > account.begun))
        fresh.push({ type, subject, calledAt, number: account.seen.size });
    };
    const calls = [...account.calls.values()].sort(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
    for (const { id: call, at, kind, campaignId } of calls) {
      if (at <= after) continue;
      const isOpportunity = kind === 'opportunity' || kind === 'booked';
      if (kind === 'missed') note('Missed Call', call, at);
      if (isOpportunity) note('New Opportunity Call', call, at);
      if (isOpportunity) {
        const earlier = calls.some(
          (other) =>
            other.campaignId === campaignId &&
            other.at < at &&
            ['opportunity', 'booked'].includes(other.kind),
        );
        note('First Opportunity', campaignId, at, !earlier);
      }
      if (kind === 'booked') note('New Appointment Call', call, at);
    }
    const oldest = text(Date.parse(account.monday) - 14 * day);
    for (const [mailing, shippedOn] of account.shipments)
      note('En Route', mailing, 0, shippedOn >= oldest && shippedOn >= text(account.begun));
    account.untold.daily.push(...fresh);
    account.untold.weekly.push(...fresh);
    this.#atOnce(
      id,
      account,
      fresh.filter(({ calledAt }) => now - calledAt < day),
      now,
    );
    const newest = newestDay(now, account.zone);
    const monday = mondayOf(newest);
    if (newest > account.dailyDay) {
      account.dailyDay = newest;
      this.#digest(id, account, 'Daily', newest);
    }
    if (monday > account.monday) {
      account.monday = monday;
      this.#digest(id, account, 'Weekly', monday);
    }
  }

  #atOnce(id: string, { settings }: OracleAccount, events: readonly OracleEvent[], now: number): void {
    const keptBefore = new Set(this.#kept.keys());
    for (const { type, subject, calledAt } of events)
      for (const setting of settings) {
        if (setting.type !== type || setting.frequency !== 'Real-time') continue;
        for (const channel of setting.channels) {
          const to = `${setting.contactId} ${channel}`;
          const alert = `${id} ${type} event ${subject}`;
          if (this.#told.has(`${to} ${alert}`)) continue;
          this.#told.add(`${to} ${alert}`);
          const recent = (this.#sent.get(to) ?? []).filter((at) => now - at < 10 * minute);
          const kept = this.#kept.get(to);
          if (kept) kept.alerts.push({ alert, calledAt });
          else if (recent.length >= 5 || keptBefore.has(to))
            this.#kept.set(to, { since: now, alerts: [{ alert, calledAt }] });
          else this.#send(to, [alert], now);
        }
      }
  }

  #digest(id: string, account: OracleAccount, frequency: 'Daily' | 'Weekly', local: string): void {
    const period = frequency === 'Daily' ? 'daily' : 'weekly';
    for (const { contactId, channels, type, frequency: wanted, after } of account.settings) {
      if (wanted !== frequency) continue;
      for (const channel of channels) {
        const to = `${contactId} ${channel}`;
        const isTold = ({ subject }: OracleEvent) => this.#told.has(`${to} ${id} ${type} event ${subject}`);
        const untold = account.untold[period].filter(
          (event) => event.type === type && event.number > after && !isTold(event),
        );
        if (untold.length > 0 || type === 'Performance Breakdown')
          this.messages.push(`${to}: ${id} ${type} ${period} ${local}`);
      }
    }
    account.untold[period] = [];
  }

  #send(to: string, alerts: readonly string[], now: number): void {
    this.#sent.set(to, [...(this.#sent.get(to) ?? []), now]);
    this.messages.push(`${to}: ${[...alerts].sort().join(', ')}`);
  }
}
