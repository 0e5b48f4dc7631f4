export const minAgreementCalls = 30;

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export type AnswerPair = readonly [string, string];

export interface Agreement {
  calls: number;
  /** Share of the same answers, 0 to 1; null below {@link minAgreementCalls}. */
  share: Estimate | null;
  /** Cohen's kappa, -1 to 1: agreement beyond chance. Null below {@link minAgreementCalls}, and if all answers are the same. */
  kappa: Estimate | null;
}

const z95 = 1.959963984540054;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export function shareOf(part: number, total: number): Estimate {
  const share = part / total;
  const z = z95 ** 2 / total;
  const middle = (share + z / 2) / (1 + z);
  const half = (z95 * Math.sqrt((share * (1 - share)) / total + z / (4 * total))) / (1 + z);
  // rounding must not leave out the share itself
  return {
    value: share,
    low: clamp(middle - half, 0, share),
    high: clamp(middle + half, share, 1),
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Interval of Fleiss, Cohen and Everitt (1969); if all pairs agree it has no width, and the share's lower end replaces its own. */
function kappaOf(pairs: readonly AnswerPair[]): Estimate | null {
  const total = pairs.length;
  const ones = countBy(pairs, ([one]) => one);
  const others = countBy(pairs, ([, other]) => other);
  const shareIn = (counts: ReadonlyMap<string, number>, answer: string) => (counts.get(answer) ?? 0) / total;
  const observed = pairs.filter(([one, other]) => one === other).length / total;
  const expected = [...ones.keys()].reduce(
    (sum, answer) => sum + shareIn(ones, answer) * shareIn(others, answer),
    0,
  );
  if (1 - expected < 1e-12) return null;
  const value = (observed - expected) / (1 - expected);
  if (observed === 1)
    return { value: 1, low: (shareOf(total, total).low - expected) / (1 - expected), high: 1 };
  let sum = -((observed * expected - 2 * expected + observed) ** 2);
  const cells = countBy(pairs, (pair) => JSON.stringify(pair));
  for (const [key, count] of cells) {
    const [one, other] = JSON.parse(key) as [string, string];
    const margins = shareIn(others, one) + shareIn(ones, other);
    const term = one === other ? 1 - expected - margins * (1 - observed) : (1 - observed) * margins;
    sum += (count / total) * term ** 2;
  }
  const half = (z95 * Math.sqrt(Math.max(0, sum) / total)) / (1 - expected) ** 2;
  return { value, low: clamp(value - half, -1, 1), high: clamp(value + half, -1, 1) };
}

export function agreementOf(pairs: readonly AnswerPair[]): Agreement {
  const calls = pairs.length;
  if (calls < minAgreementCalls) return { calls, share: null, kappa: null };
  const same = pairs.filter(([one, other]) => one === other).length;
  return { calls, share: shareOf(same, calls), kappa: kappaOf(pairs) };
}

/** Mean over calls, because answers about one call depend on each other. Null below {@link minAgreementCalls}. */
export function meanShareOf(shares: readonly number[]): Estimate | null {
  const calls = shares.length;
  if (calls < minAgreementCalls) return null;
  const mean = shares.reduce((sum, share) => sum + share, 0) / calls;
  const squares = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0);
  // without any difference between calls the usual interval would have no width
  if (squares < 1e-12) return shareOf(Math.round(mean * calls), calls);
  const half = z95 * Math.sqrt(squares / (calls - 1) / calls);
  return { value: mean, low: clamp(mean - half, 0, 1), high: clamp(mean + half, 0, 1) };
}

export interface PeoplePair {
  people: readonly [string, string];
  answers: AnswerPair;
}

/** Difference between a person's and colleagues' answers to a field. */
export interface Leaning {
  person: string;
  answer: string;
  calls: number;
  /** The person's share of that answer less the colleagues' share, -1 to 1. */
  difference: Estimate;
  /** Beyond chance among many fields and people, and not explained by another named person. */
  isNamed: boolean;
}

/** Standard errors beyond which a person is named: one in a thousand by chance, because many fields and people are compared. */
const namedErrors = 3.3;

interface OwnPairs {
  pairs: AnswerPair[];
  colleagues: Set<string>;
}

function ownPairsOf(all: readonly PeoplePair[], person: string, without: ReadonlySet<string>): OwnPairs {
  const own: OwnPairs = { pairs: [], colleagues: new Set() };
  for (const {
    people: [one, other],
    answers,
  } of all) {
    if (one === other || (one !== person && other !== person)) continue;
    const colleague = one === person ? other : one;
    if (without.has(colleague)) continue;
    own.colleagues.add(colleague);
    own.pairs.push(one === person ? answers : [answers[1], answers[0]]);
  }
  return own;
}

/** Difference of two shares of the same calls, with the interval of Bonett and Price (2012). */
function differenceOf(pairs: readonly AnswerPair[], answer: string): Estimate & { errors: number } {
  const total = pairs.length;
  let more = 0;
  let less = 0;
  for (const [own, other] of pairs) {
    if (own === other) continue;
    if (own === answer) more++;
    else if (other === answer) less++;
  }
  const middle = (more - less) / (total + 2);
  const error = Math.sqrt(((more + less + 2) / (total + 2) - middle ** 2) / (total + 2));
  return {
    value: (more - less) / total,
    low: clamp(middle - z95 * error, -1, 1),
    high: clamp(middle + z95 * error, -1, 1),
    errors: Math.abs(middle) / error,
  };
}

function strongest({ pairs }: OwnPairs): { answer: string; difference: Estimate; errors: number } | null {
  if (pairs.length < minAgreementCalls) return null;
  const answers = [...new Set(pairs.flat())].toSorted();
  const [found] = answers
    .map((answer) => {
      const { errors, ...difference } = differenceOf(pairs, answer);
      return { answer, difference, errors };
    })
    .toSorted((one, other) => other.errors - one.errors || other.difference.value - one.difference.value);
  return found ?? null;
}

/**
 * Compares each person with colleagues. One deviating person makes all colleagues deviate, so people are named strongest first, and
 * named people stop counting as colleagues. With a single colleague no one is named: either can be the one who deviates.
 */
export function leaningsOf(pairs: readonly PeoplePair[]): Leaning[] {
  const people = [...new Set(pairs.flatMap((pair) => pair.people))].toSorted();
  const named = new Set<string>();
  for (;;) {
    const [next] = people
      .filter((person) => !named.has(person))
      .map((person) => {
        const own = ownPairsOf(pairs, person, named);
        return { person, colleagues: own.colleagues.size, errors: strongest(own)?.errors ?? 0 };
      })
      .filter(({ colleagues, errors }) => colleagues > 1 && errors > namedErrors)
      .toSorted((one, other) => other.errors - one.errors);
    if (!next) break;
    named.add(next.person);
  }
  return people
    .flatMap((person) => {
      const own = ownPairsOf(pairs, person, named);
      const found = strongest(own);
      return found ? [{ person, calls: own.pairs.length, ...found, isNamed: named.has(person) }] : [];
    })
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.errors - one.errors)
    .map(({ person, answer, calls, difference, isNamed }) => ({
      person,
      answer,
      calls,
      difference,
      isNamed,
    }));
}
