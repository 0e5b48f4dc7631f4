import { days } from '../time/durations.ts';
import type { TeamAccess } from './team-roles.ts';

/** Kinds of items, and who sees them; `operator` for operators of the team. */
export const accessOfInboxKind = {
  /** A client asked for changes; until the next version is sent. */
  changes: 'designer',
  /** A client approved a design or a mailing; until it is acknowledged. */
  approved: 'designer',
  /** A client chose a concept; until it is acknowledged. */
  chosen: 'designer',
  /** No client opened a design that was sent. */
  unopened: 'designer',
  /** An office disputes a score. */
  dispute: 'account-manager',
  /** A row of the feed may be one that was made here. */
  question: 'account-manager',
  /** A tracking line has no calls for longer than usual. */
  line: 'account-manager',
  /** No call of an office came for longer than usual. */
  office: 'account-manager',
  /** A spreadsheet that the person dropped has rejected rows, or could not be read. */
  spreadsheet: 'account-manager',
  /** Calls or mail events name an unknown number or mailing. */
  parked: 'operator',
  /** A message was given up. */
  message: 'operator',
  /** Jobs of a task were given up. */
  job: 'operator',
  /** Imports rejected rows of a file. */
  rejected: 'operator',
} as const satisfies Record<string, TeamAccess | 'operator'>;

export type InboxKind = keyof typeof accessOfInboxKind;
export const inboxKinds = Object.keys(accessOfInboxKind) as InboxKind[];

export const unopenedAfterDays = 3;

/** Older approvals and choices are history. */
export const decisionsShownDays = 30;

/** Milliseconds for which a press puts a kind off; null for good. Other kinds end by work alone. */
export const dismissalOfKind: Readonly<Partial<Record<InboxKind, number | null>>> = {
  approved: null,
  chosen: null,
  unopened: days(3),
  line: days(7),
  office: days(7),
  spreadsheet: null,
  message: null,
  rejected: null,
};

/** Sent before this, an unopened design waits. */
export const unopenedBefore = (now: Date): Date => new Date(now.getTime() - days(unopenedAfterDays));
