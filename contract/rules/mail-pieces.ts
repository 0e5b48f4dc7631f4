import type { DaySource } from './day-source.ts';
import { thousands } from './rates.ts';

/** The states of a mail piece, in the order in which it reaches them. A returned piece counts as returned alone. */
export const pieceStates = ['entered', 'near', 'delivered', 'returned'] as const;
/**
 * - `entered`: the post has it.
 * - `near`: it is at the office that delivers it, or sorted for its carrier.
 * - `delivered`: by the reckoning of the post or the printer; nobody signs for it.
 * - `returned`: it goes back to its sender.
 */
export type PieceState = (typeof pieceStates)[number];

/** The first day, `YYYY-MM-DD`, of which an event says that a piece is in a state; null without an event. */
export type PieceDays = Readonly<Record<PieceState, string | null>>;

/** Pieces by state; of days those that reached it on the day, of a mailing those that have reached it. */
export type PieceCounts = Readonly<Record<PieceState, number>>;
/** What was counted on a day, `YYYY-MM-DD`. */
export type DayOfPieces = PieceCounts & { readonly day: string };

/** A piece of which nothing is known. */
export const unknownPiece: PieceDays = { entered: null, near: null, delivered: null, returned: null };

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** What is known of a piece after events that came in any order and any number of times: the first day of each state. */
export function mergedPiece(known: PieceDays, events: PieceDays): PieceDays {
  return {
    entered: earlier(known.entered, events.entered),
    near: earlier(known.near, events.near),
    delivered: earlier(known.delivered, events.delivered),
    returned: earlier(known.returned, events.returned),
  };
}

/**
 * The days on which a piece counts. It has entered on the day of its first event, whatever that said, and it was near at the latest
 * when it was delivered. A returned piece was neither near nor delivered, whenever that was said.
 */
export function countedDays(piece: PieceDays): PieceDays {
  const { entered, near, delivered, returned } = piece;
  const first = [entered, near, delivered, returned].reduce(earlier, null);
  if (returned !== null) return { entered: first, near: null, delivered: null, returned };
  return { entered: first, near: earlier(near, delivered), delivered, returned };
}

/** By how much counts change when what is known of a piece changes: for each day and state 1, -1 or both. */
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

/** The first day on which a piece of a mailing entered the mail; null without one. */
export const firstEntered = (days: readonly DayOfPieces[]): string | null =>
  days.reduce<string | null>((first, { day, entered }) => (entered > 0 ? earlier(first, day) : first), null);

/** The part of a mailing's pieces that must have entered before its day of delivery is told by them: one of so many. */
const enteredPart = 5;
/** Of the pieces that have entered, one of so many is delivered on the day of delivery. */
const deliveredPart = 2;

/**
 * The day of delivery by the pieces: the day on which those delivered first reach half of those entered, and at which a fifth of the
 * quantity has entered. Null while there is none, and for a mailing of unknown quantity: nobody can tell then whether a few pieces are many.
 * @param days in any order
 * @param quantity pieces of the mailing
 */
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

/** Whose the day of a mailing is that has one of the feed, of its pieces, or both; null without any. */
export function daySource(ofFeed: string | null, ofPieces: string | null): DaySource | null {
  if (ofFeed !== null) return 'feed';
  return ofPieces === null ? null : 'pieces';
}

/** The pieces of a mailing that no event has named; null when its quantity is not known. More than the quantity is none. */
export const notSeen = ({ entered }: PieceCounts, quantity: number | null): number | null =>
  quantity === null ? null : Math.max(0, quantity - entered);

/** What people read of a mailing's pieces: '8,120 of 11,500 delivered (estimated), 112 returned, 640 not seen yet'. */
export function piecesText(counts: PieceCounts, quantity: number | null): string {
  const unseen = notSeen(counts, quantity);
  // more pieces than were ordered have been seen, or nobody knows how many there are
  const all = quantity === null ? counts.entered : Math.max(quantity, counts.entered);
  return [
    `${thousands(counts.delivered)} of ${thousands(all)} delivered (estimated)`,
    counts.returned > 0 && `${thousands(counts.returned)} returned`,
    unseen !== null && unseen > 0 && `${thousands(unseen)} not seen yet`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** How pieces are counted, for "How is this counted?". */
export const piecesAbout =
  'Each piece counts once. Delivered is an estimate: the post or the printer concludes it from the last scan of the piece, nobody signs for it. Near pieces are at a facility near their recipients. Returned pieces went back to the sender and are not counted as delivered. Pieces not seen yet have no scan: they have not entered the mail, or their barcodes could not be read.';

/** The counts of a mailing at the end of each day, from its counts by day; days without any between them are filled in, in order. */
export function piecesOverTime(days: readonly DayOfPieces[]): DayOfPieces[] {
  const byDay = new Map(days.map((counts) => [counts.day, counts]));
  const [first, last] = [days[0], days.at(-1)].map((counts) => Date.parse(`${counts?.day}T00:00:00Z`));
  if (first === undefined || last === undefined || Number.isNaN(first)) return [];
  const total = { entered: 0, near: 0, delivered: 0, returned: 0 };
  return Array.from({ length: Math.round((last - first) / 86_400_000) + 1 }, (_, index) => {
    const day = new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    const counts = byDay.get(day);
    if (counts) for (const state of pieceStates) total[state] += counts[state];
    return { day, ...total };
  });
}
