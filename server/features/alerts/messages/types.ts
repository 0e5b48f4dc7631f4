import type { Provider } from '@mailcall/contract/provider.ts';
import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import type { DayMode } from '@mailcall/contract/rules/days.ts';
import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';

/** An alert whose events happen one by one. */
export type EventAlertType = Exclude<AlertType, 'Performance Breakdown Alert'>;

/** One event: a call, or a mailing that was shipped. */
export interface AlertItem {
  /** Name of the mailing or other campaign that it concerns; null when a call has none. Never a caller's name or number. */
  title: string | null;
  /** When it happened. */
  at: Date;
  /** Its page below the portal's address: `/scoreboard/CALL`, with the scope that it needs. */
  path: string;
}

/** What messages of every kind are written from. */
export interface AlertContext {
  provider: Provider;
  /** The portal's address, without a slash at the end. */
  publicUrl: string;
  /** Whose days the screens count by that a message leads to. */
  dayMode: DayMode;
  account: { id: string; name: string; timeZone: string } & AccountLabels;
  receiver: { name: string };
  /** The address that switches this alert off for this person; see `UnsubscribeLinks`. */
  unsubscribeUrl: string;
}

/** The calls of a period, as the Scoreboard counts them for the same days. */
export interface PeriodFigures {
  calls: number;
  /** Calls with one or more appointments. */
  booked: number;
  missed: number;
  opportunities: number;
  /** Calls that nobody has scored yet: the other figures can still rise. */
  unscored: number;
}

/** What a Performance Breakdown tells. */
export interface Performance {
  days: DateRange;
  figures: PeriodFigures;
  /** As many days before them, and their figures. */
  daysBefore: DateRange;
  before: PeriodFigures;
  /** Missed calls by the hour of the day in the account's time: 24 numbers. */
  missedByHour: readonly number[];
  /** The mailing whose calls booked most; null when none had a booked call. */
  bestMailing: { name: string; path: string; calls: number; booked: number } | null;
  /** How many of the missed calls nobody has resolved. */
  openMissed: number;
  /** The newest of those, a few of them. */
  missedCalls: readonly AlertItem[];
  /** The list of all missed calls of these days, below the portal's address. */
  missedCallsPath: string;
  /** The Scoreboard of these days, below the portal's address. */
  scoreboardPath: string;
}

/**
 * One message to one receiver. `event`: one event, as it happened. `collected`: several that would have come one after
 * the other. `digest`: those of a day or a week. `performance`: the figures of a day or a week.
 */
export type AlertInput = AlertContext &
  (
    | { kind: 'event'; alertType: EventAlertType; items: readonly [AlertItem] }
    | { kind: 'collected'; alertType: EventAlertType; items: readonly AlertItem[] }
    | {
        kind: 'digest';
        alertType: EventAlertType;
        frequency: 'Daily' | 'Weekly';
        items: readonly AlertItem[];
      }
    | {
        kind: 'performance';
        alertType: 'Performance Breakdown Alert';
        frequency: 'Daily' | 'Weekly';
        /** When it is written: a day that is not yesterday for its reader is compared by name. */
        writtenAt: Date;
        performance: Performance;
      }
  );

/** A finished message in each form that it can be sent in. */
export interface AlertMessage {
  /** What happened, in a few words, for the history of alerts. */
  title: string;
  /** What it leads to, below the portal's address. */
  path: string;
  /** The address that stops such mails; null for a text message about alerts of several kinds or accounts. */
  unsubscribeUrl: string | null;
  email: { subject: string; text: string; html: string };
  /** A text message of at most 160 characters, its link included. */
  sms: string;
}
