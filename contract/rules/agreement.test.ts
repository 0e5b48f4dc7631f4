import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreementOf,
  type AnswerPair,
  leaningsOf,
  meanShareOf,
  minAgreementCalls,
  type PeoplePair,
  shareOf,
} from './agreement.ts';

const pairsOf = (table: readonly (readonly number[])[]): AnswerPair[] =>
  table.flatMap((row, one) =>
    row.flatMap((count, other) =>
      Array.from({ length: count }, (): AnswerPair => [`answer ${one}`, `answer ${other}`]),
    ),
  );

describe('numbers of the literature', () => {
  // Fleiss, Levin, Paik: Statistical Methods for Rates and Proportions, 3rd edition, table 18.1: kappa .676, standard error .087 (rounded)
  const diagnoses = pairsOf([
    [75, 1, 4],
    [5, 4, 1],
    [0, 0, 10],
  ]);
  // Cohen 1960; used in most introductions: kappa .4 of 50 grant proposals
  const grants = pairsOf([
    [20, 5],
    [10, 15],
  ]);
  // Agresti: Categorical Data Analysis, table 2.12, and vcd::SexualFun in R: kappa .1293, standard error .0686
  const couples = pairsOf([
    [7, 7, 2, 3],
    [2, 8, 3, 7],
    [1, 5, 4, 9],
    [2, 8, 9, 14],
  ]);

  test.each([
    ['diagnoses', diagnoses, 0.676, 0.087, 2],
    ['couples', couples, 0.1293, 0.0686, 4],
  ])('kappa and its standard error of %s', (_, pairs, value, error, digits) => {
    const { kappa } = agreementOf(pairs);
    expect(kappa?.value).toBeCloseTo(value, digits);
    expect(((kappa?.high ?? 0) - (kappa?.low ?? 0)) / 2 / 1.959964).toBeCloseTo(error, digits);
  });

  test('kappa of 50 grant proposals', () => {
    expect(agreementOf(grants).kappa?.value).toBeCloseTo(0.4, 10);
    expect(agreementOf(grants).share?.value).toBeCloseTo(0.7, 10);
  });

  // Newcombe 1998, table I, method 3
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson’s interval of %i of %i', (part, total, low, high) => {
    const share = shareOf(part, total);
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });
});

/** Kappa by definition: how much likelier two answers agree about one call than about two calls. */
function kappaByDefinition(pairs: readonly { answers: AnswerPair; weight: number }[]): number {
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  let same = 0;
  let chance = 0;
  for (const one of pairs) {
    if (one.answers[0] === one.answers[1]) same += one.weight / total;
    for (const other of pairs)
      if (one.answers[0] === other.answers[1]) chance += (one.weight / total) * (other.weight / total);
  }
  return (same - chance) / (1 - chance);
}

/** Standard error by the infinitesimal jackknife: how kappa moves when one call counts a little more. */
function errorByJackknife(pairs: readonly AnswerPair[]): number {
  const step = 1e-4;
  const weighted = (heavy: number) =>
    kappaByDefinition(pairs.map((answers, place) => ({ answers, weight: place === heavy ? 1 + step : 1 })));
  const base = kappaByDefinition(pairs.map((answers) => ({ answers, weight: 1 })));
  return Math.sqrt(pairs.reduce((sum, _, place) => sum + ((weighted(place) - base) / step) ** 2, 0));
}

const answer = fc.constantFrom('Yes', 'No', 'Unknown');
const manyPairs = fc.array(fc.tuple(answer, answer), { minLength: minAgreementCalls, maxLength: 60 });

describe('agreement', () => {
  test('is not known below 30 calls', () => {
    expect(agreementOf(pairsOf([[29]]))).toEqual({ calls: 29, share: null, kappa: null });
    expect(agreementOf(pairsOf([[30]])).share?.value).toBe(1);
  });

  test('has no kappa if everyone always gives the same answer', () => {
    expect(agreementOf(pairsOf([[40]])).kappa).toBeNull();
  });

  test('of people who always agree is 1, with an interval', () => {
    const { kappa } = agreementOf(
      pairsOf([
        [20, 0],
        [0, 20],
      ]),
    );
    expect(kappa?.value).toBe(1);
    expect(kappa?.low).toBeGreaterThan(0.7);
    expect(kappa?.low).toBeLessThan(1);
  });

  test('over several fields is the mean of the calls, between 0 and 1', () => {
    expect(meanShareOf(Array.from({ length: 29 }, () => 1))).toBeNull();
    const shares = Array.from({ length: 100 }, (_, call) => (call % 2 === 0 ? 1 : 0.5));
    const mean = meanShareOf(shares);
    expect(mean?.value).toBeCloseTo(0.75, 12);
    // standard deviation .2513 of 100 calls
    expect(mean?.high).toBeCloseTo(0.75 + 1.96 * 0.02513, 4);
    expect(meanShareOf(shares.map(() => 1))).toEqual({ value: 1, low: shareOf(100, 100).low, high: 1 });
  });

  test('is what an independent computation finds', () => {
    fc.assert(
      fc.property(manyPairs, (pairs) => {
        const { kappa, share } = agreementOf(pairs);
        expect(share?.value).toBeCloseTo(
          pairs.reduce((sum, [one, other]) => sum + Number(one === other), 0) / pairs.length,
          12,
        );
        if (kappa === null || kappa.value === 1 || kappa.low === -1 || kappa.high === 1) return;
        expect(kappa.value).toBeCloseTo(
          kappaByDefinition(pairs.map((answers) => ({ answers, weight: 1 }))),
          10,
        );
        expect((kappa.high - kappa.low) / 2 / 1.959964).toBeCloseTo(errorByJackknife(pairs), 3);
      }),
      { numRuns: 60 },
    );
  });

  test('does not depend on the order of calls or people, and lies in its interval', () => {
    fc.assert(
      fc.property(manyPairs, (pairs) => {
        const agreement = agreementOf(pairs);
        const turned = agreementOf(pairs.toReversed().map(([one, other]): AnswerPair => [other, one]));
        for (const name of ['share', 'kappa'] as const) {
          const [one, other] = [agreement[name], turned[name]];
          expect(other === null).toBe(one === null);
          if (one === null || other === null) continue;
          for (const end of ['value', 'low', 'high'] as const) expect(other[end]).toBeCloseTo(one[end], 9);
          expect(one.low).toBeLessThanOrEqual(one.value);
          expect(one.high).toBeGreaterThanOrEqual(one.value);
          expect(one.low).toBeGreaterThanOrEqual(-1);
          expect(one.high).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const scorers = ['ada', 'ben', 'cleo', 'dana', 'eli'];
const slip = 0.04;
const priceShare = 0.3;
const opportunityShare = 0.5;
const followUpShare = 0.25;
const missedShare = 0.6;

/** Eli calls every question about a price an opportunity; Dana misses most follow-ups. Everyone slips now and then. */
const injected = {
  opportunity: priceShare * ((1 - opportunityShare) * (1 - slip) + opportunityShare * slip),
  followUp: -missedShare * (followUpShare * (1 - slip) + (1 - followUpShare) * slip),
};

type Field = keyof typeof injected | 'goodImpression';
const fields: readonly Field[] = ['opportunity', 'followUp', 'goodImpression'];

function simulate(calls: number, seed: number): Record<Field, PeoplePair[]> {
  const random = randomOf(seed);
  const pairs: Record<Field, PeoplePair[]> = { opportunity: [], followUp: [], goodImpression: [] };
  for (let call = 0; call < calls; call++) {
    const first = Math.floor(random() * 5);
    const second = (first + 1 + Math.floor(random() * 4)) % 5;
    const isPrice = random() < priceShare;
    const truth = {
      opportunity: random() < opportunityShare,
      followUp: random() < followUpShare,
      goodImpression: random() < 0.9,
    };
    const answerOf = (scorer: number, field: Field) => {
      const seen = random() < slip ? !truth[field] : truth[field];
      if (field === 'opportunity' && scorers[scorer] === 'eli' && isPrice) return true;
      if (field === 'followUp' && scorers[scorer] === 'dana' && random() < missedShare) return false;
      return seen;
    };
    const people = [scorers[first] ?? '', scorers[second] ?? ''] as const;
    for (const field of fields) {
      const text = (scorer: number) => (answerOf(scorer, field) ? 'Yes' : 'No');
      pairs[field].push({ people, answers: [text(first), text(second)] });
    }
  }
  return pairs;
}

function differenceOf(pairs: readonly PeoplePair[], person: string) {
  const found = leaningsOf(pairs).find((leaning) => leaning.person === person);
  if (!found) throw new Error(`${person} has too few calls.`);
  const { value, low, high } = found.difference;
  return found.answer === 'Yes' ? { value, low, high } : { value: -value, low: -high, high: -low };
}

describe('five scorers, two with a bias', () => {
  const pairs = simulate((2500 * 5) / 2, 1);

  test('names only both, with their field', () => {
    const named = fields.flatMap((field) =>
      leaningsOf(pairs[field])
        .filter(({ isNamed }) => isNamed)
        .map(({ person, answer: most }) => [field, person, most]),
    );
    expect(named).toEqual([
      ['opportunity', 'eli', 'Yes'],
      ['followUp', 'dana', 'No'],
    ]);
  });

  test.each([
    ['opportunity', 'eli'],
    ['followUp', 'dana'],
  ] as const)('estimates the bias in %s within two points after 2,500 pairs', (field, person) => {
    expect(Math.abs(differenceOf(pairs[field], person).value - injected[field])).toBeLessThan(0.02);
  });

  test.each([
    ['opportunity', 'eli', 150],
    ['followUp', 'dana', 150],
    ['opportunity', 'eli', 600],
  ] as const)(
    'covers the bias in %s of %s with %i calls in at least 930 of 1,000 runs',
    (field, person, calls) => {
      let covered = 0;
      for (let seed = 1; seed <= 1000; seed++) {
        const { low, high } = differenceOf(simulate(calls, seed * 7919)[field], person);
        if (low <= injected[field] && injected[field] <= high) covered++;
      }
      expect(covered).toBeGreaterThanOrEqual(930);
    },
  );

  test('names neither of two people who differ: either can be wrong', () => {
    const two = pairs.opportunity.filter(({ people }) => people.every((name) => 'ada eli'.includes(name)));
    expect(two.length).toBeGreaterThan(200);
    expect(leaningsOf(two).map(({ person, isNamed }) => [person, isNamed])).toEqual([
      ['ada', false],
      ['eli', false],
    ]);
  });

  test('names people without a bias only by chance, in 200 runs', () => {
    let named = 0;
    for (let seed = 1; seed <= 200; seed++)
      named += leaningsOf(simulate(300, seed).goodImpression).filter(({ isNamed }) => isNamed).length;
    expect(named).toBeLessThanOrEqual(3);
  });
});
