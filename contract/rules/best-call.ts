/** What of a call decides whether it is the best one of its mailing to listen to. */
export interface BestCallFacts {
  id: string;
  /** Has a counted appointment. */
  booked: boolean;
  /** Whether the caller was left with a good impression; null when not known. */
  goodImpression: boolean | null;
  /** Length without the time on hold, in seconds. */
  talkSeconds: number;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** How good a call is to listen to, by what came of it, the best first. */
const rankOf = ({ booked, goodImpression }: Pick<BestCallFacts, 'booked' | 'goodImpression'>) =>
  (booked ? 0 : 2) + (goodImpression === true ? 0 : 1);

/** The best call to listen to, and why it is that one. */
export interface BestCall<Call extends BestCallFacts = BestCallFacts> {
  call: Call;
  /** How many calls of the mailing came out as well as this one, itself included. */
  among: number;
}

/**
 * The best call of a mailing to listen to: one that booked an appointment rather than not, then one that left a good impression,
 * then the longest talk, the newest, and the first by id. Null without calls.
 * @param calls those that staff answered, that are an opportunity or have an appointment, and whose recording can be played
 */
export function bestCallOf<Call extends BestCallFacts>(calls: readonly Call[]): BestCall<Call> | null {
  const [best] = calls.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      b.talkSeconds - a.talkSeconds ||
      b.at - a.at ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  if (!best) return null;
  return { call: best, among: calls.filter((call) => rankOf(call) === rankOf(best)).length };
}

/** Why a call is the best one to listen to, in words. */
export function bestCallReason({
  booked,
  goodImpression,
  among,
}: Pick<BestCallFacts, 'booked' | 'goodImpression'> & Pick<BestCall, 'among'>): string {
  const cameOf = booked ? 'Booked an appointment' : 'An opportunity, though nothing was booked';
  const impression = goodImpression === true ? ', and left a good impression' : '';
  const chosen = among === 1 ? 'the only such call' : `the longest talk of ${among} such calls`;
  return `${cameOf}${impression}: ${chosen}.`;
}
