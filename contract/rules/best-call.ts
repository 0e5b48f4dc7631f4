export interface BestCallFacts {
  id: string;
  booked: boolean;
  goodImpression: boolean | null;
  /** Seconds without holds. */
  talkSeconds: number;
  /** Milliseconds since 1970. */
  at: number;
}

const rankOf = ({ booked, goodImpression }: Pick<BestCallFacts, 'booked' | 'goodImpression'>) =>
  (booked ? 0 : 2) + (goodImpression === true ? 0 : 1);

export interface BestCall<Call extends BestCallFacts = BestCallFacts> {
  call: Call;
  among: number;
}

/** The first by: booked, good impression, longest talk, newest, lowest id. For playable calls by staff that are opportunities or booked. */
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
