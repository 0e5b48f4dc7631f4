import type { Provider } from '@mailcall/contract/provider.ts';
import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import type { DayMode } from '@mailcall/contract/time/days.ts';
import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';

export type EventAlertType = Exclude<AlertType, 'Performance Breakdown Alert'>;

export interface AlertItem {
  /** Name of the mailing or other campaign; null for a call without one. Never a caller's name or number. */
  title: string | null;
  /** Whether the campaign was mailed; read only for an event of its own. */
  isMailed?: boolean;
  at: Date;
  /** Path relative to the portal: `/scoreboard/CALL`, with the scope that it needs. */
  path: string;
}

export interface AlertContext {
  provider: Provider;
  /** URL of the portal, without a trailing slash. */
  publicUrl: string;
  dayMode: DayMode;
  account: { id: string; name: string; timeZone: string } & AccountLabels;
  receiver: { name: string };
  unsubscribeUrl: string;
}

export interface PeriodFigures {
  calls: number;
  booked: number;
  missed: number;
  opportunities: number;
  /** The other figures may still rise because of these. */
  unscored: number;
}

export interface Performance {
  days: DateRange;
  figures: PeriodFigures;
  /** The same number of days, directly earlier. */
  daysBefore: DateRange;
  before: PeriodFigures;
  /** Missed calls by hour in the account's time zone: 24 numbers. */
  missedByHour: readonly number[];
  /** The mailings whose calls booked most, with the fewest calls: several if they are equal, and the first few of many. */
  bestMailings: readonly { name: string; path: string; calls: number; booked: number }[];
  /** Number of mailings equal to these, themselves included; 0 when none had a booked call. */
  bestMailingsCount: number;
  openMissed: number;
  /** With the zone of each call's office: a group has offices in several. */
  missedCalls: readonly (AlertItem & { timeZone: string })[];
  missedCallsPath: string;
  scoreboardPath: string;
}

/** `event`: one event at once. `collected`: held events. `digest`: events of a period. `performance`: its figures. */
export type AlertInput = AlertContext &
  (
    | { kind: 'event'; alertType: EventAlertType; items: readonly [AlertItem] }
    | { kind: 'collected'; alertType: EventAlertType; items: readonly AlertItem[] }
    | {
        kind: 'digest';
        alertType: EventAlertType;
        frequency: 'Daily' | 'Weekly';
        items: readonly AlertItem[];
        /** Calls whose score was corrected since the last message. */
        corrected: number;
      }
    | {
        kind: 'performance';
        alertType: 'Performance Breakdown Alert';
        frequency: 'Daily' | 'Weekly';
        /** Time of writing; if the compared day is not the reader's yesterday, it is named. */
        writtenAt: Date;
        performance: Performance;
        /** Calls whose score was corrected since the last message. */
        corrected: number;
      }
  );

export interface AlertMessage {
  title: string;
  path: string;
  /** Stops such mails; null for text messages with several kinds or accounts. */
  unsubscribeUrl: string | null;
  email: { subject: string; text: string; html: string };
  /** At most 160 characters, including the link. */
  sms: string;
}
