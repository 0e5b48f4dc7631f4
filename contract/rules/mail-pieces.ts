import * as duration from '../time/durations.ts';
import { thousands } from './rates.ts';

export const daySources = ['feed', 'pieces'] as const;
export type DaySource = (typeof daySources)[number];

/** In order. A returned piece counts only as returned. */
export const pieceStates = ['entered', 'near', 'delivered', 'returned'] as const;
/** `near`: at the delivering office or sorted for its carrier. `delivered`: says the post or printer. `returned`: on its way back. */
export type PieceState = (typeof pieceStates)[number];

/** First day (`YYYY-MM-DD`) of each state. */
export type PieceDays = Readonly<Record<PieceState, string | null>>;

export type PieceCounts = Readonly<Record<PieceState, number>>;
export type DayOfPieces = PieceCounts & { readonly day: string };

export const unknownPiece: PieceDays = { entered: null, near: null, delivered: null, returned: null };

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** First day of each state; events may come in any order and number. */
export function mergedPiece(known: PieceDays, events: PieceDays): PieceDays {
  return {
    entered: earlier(known.entered, events.entered),
    near: earlier(known.near, events.near),
    delivered: earlier(known.delivered, events.delivered),
    returned: earlier(known.returned, events.returned),
  };
}

/** A piece enters with its first event and is near no later than its delivery. A returned piece counts as neither near nor delivered. */
export function countedDays(piece: PieceDays): PieceDays {
  const { entered, near, delivered, returned } = piece;
  const first = [entered, near, delivered, returned].reduce(earlier, null);
  if (returned !== null) return { entered: first, near: null, delivered: null, returned };
  return { entered: first, near: earlier(near, delivered), delivered, returned };
}

/** 1, -1 or both for each day and state. */
export function countChanges(
  before: PieceDays,
  after: PieceDays,
): { day: string; state: PieceState; change: 1 | -1 }[] {
  const [old, now] = [countedDays(before), countedDays(after)];
  return pieceStates.flatMap((state) => {
    if (old[state] === now[state]) return [];
    return [
      ...(old[state] === null ? [] : [{ day: old[state], state, change: -1 as const }]),
      ...(now[state] === null ? [] : [{ day: now[state], state, change: 1 as const }]),
    ];
  });
}

export const firstEntered = (days: readonly DayOfPieces[]): string | null =>
  days.reduce<string | null>((first, { day, entered }) => (entered > 0 ? earlier(first, day) : first), null);

/** One in this many pieces of a mailing must have entered before the pieces determine the delivery day. */
const enteredPart = 5;
/** One in this many entered pieces is delivered by the delivery day. */
const deliveredPart = 2;

/** First day with half of the entered pieces delivered and a fifth of `quantity` entered; null without one. `days` may be in any order. */
export function deliveryDayOf(days: readonly DayOfPieces[], quantity: number | null): string | null {
  if (quantity === null || quantity === 0) return null;
  let [entered, delivered] = [0, 0];
  for (const day of days.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    entered += day.entered;
    delivered += day.delivered;
    const isEnough = entered > 0 && entered * enteredPart >= quantity;
    if (isEnough && delivered * deliveredPart >= entered) return day.day;
  }
  return null;
}

/** Source of a displayed day, where the feed has precedence; null if neither has one. */
export function daySource(ofFeed: string | null, ofPieces: string | null): DaySource | null {
  if (ofFeed !== null) return 'feed';
  return ofPieces === null ? null : 'pieces';
}

/** Number of pieces, not below zero; null if the quantity is not known. */
export const notSeen = ({ entered }: PieceCounts, quantity: number | null): number | null =>
  quantity === null ? null : Math.max(0, quantity - entered);

/** '8,120 of 11,500 delivered (estimated), 112 returned, 640 not seen yet'. */
export function piecesText(counts: PieceCounts, quantity: number | null): string {
  const unseen = notSeen(counts, quantity);
  // more pieces than ordered, or an unknown quantity
  const all = quantity === null ? counts.entered : Math.max(quantity, counts.entered);
  return [
    `${thousands(counts.delivered)} of ${thousands(all)} delivered (estimated)`,
    counts.returned > 0 && `${thousands(counts.returned)} returned`,
    unseen !== null && unseen > 0 && `${thousands(unseen)} not seen yet`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

export const piecesAbout =
  'Each piece counts once. Delivered is an estimate by the post or the printer, from the last scan of the piece: no one signs for it. Near pieces are at a facility near their recipients. Returned pieces went back to the sender and are not counted as delivered. Pieces not seen yet have no scan: they have not entered the mail, or their barcodes could not be read.';

/** Cumulative counts at the end of each day, in order, including days without events. */
export function piecesOverTime(counted: readonly DayOfPieces[]): DayOfPieces[] {
  const byDay = new Map(counted.map((counts) => [counts.day, counts]));
  const [first, last] = [counted[0], counted.at(-1)].map((counts) => Date.parse(`${counts?.day}T00:00:00Z`));
  if (first === undefined || last === undefined || Number.isNaN(first)) return [];
  const total = { entered: 0, near: 0, delivered: 0, returned: 0 };
  return Array.from({ length: Math.round((last - first) / duration.days(1)) + 1 }, (_, index) => {
    const day = new Date(first + duration.days(index)).toISOString().slice(0, 10);
    const counts = byDay.get(day);
    if (counts) for (const state of pieceStates) total[state] += counts[state];
    return { day, ...total };
  });
}
