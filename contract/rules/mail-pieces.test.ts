import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countChanges,
  countedDays,
  type DayOfPieces,
  daySource,
  deliveryDayOf,
  firstEntered,
  mergedPiece,
  notSeen,
  type PieceDays,
  type PieceState,
  piecesOverTime,
  pieceStates,
  piecesText,
  unknownPiece,
} from './mail-pieces.ts';

const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09'] as const;
type Event = [state: PieceState, day: string];
const piece = (...events: Event[]): PieceDays =>
  events.reduce((known, [state, day]) => mergedPiece(known, { ...unknownPiece, [state]: day }), unknownPiece);

describe('counting a piece', () => {
  const cases: [name: string, events: Event[], counted: Partial<PieceDays>][] = [
    ['nowhere without an event', [], {}],
    ['as entered', [['entered', days[1]]], { entered: days[1] }],
    [
      'as entered with the first event, whatever that says',
      [['near', days[2]]],
      { entered: days[2], near: days[2] },
    ],
    [
      'as near at the latest when it was delivered',
      [
        ['entered', days[0]],
        ['delivered', days[3]],
      ],
      { entered: days[0], near: days[3], delivered: days[3] },
    ],
    [
      'on the first day of each state',
      [
        ['delivered', days[4]],
        ['near', days[3]],
        ['near', days[2]],
        ['entered', days[1]],
        ['delivered', days[3]],
      ],
      { entered: days[1], near: days[2], delivered: days[3] },
    ],
    [
      'as returned and not as delivered, although that came later',
      [
        ['entered', days[0]],
        ['returned', days[2]],
        ['near', days[1]],
        ['delivered', days[4]],
      ],
      { entered: days[0], returned: days[2] },
    ],
  ];
  it.each(cases)('%s', (_name, events, counted) => {
    expect(countedDays(piece(...events))).toEqual({ ...unknownPiece, ...counted });
  });

  it('does not depend on order or repetition of events and adds up changes', () => {
    const event = fc.tuple(fc.constantFrom(...pieceStates), fc.constantFrom(...days));
    fc.assert(
      fc.property(
        fc
          .array(event, { maxLength: 8 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
            ),
          ),
        ([events, shuffledTwice]) => {
          const totals = new Map<string, number>();
          let known = unknownPiece;
          for (const [state, day] of shuffledTwice) {
            const next = mergedPiece(known, { ...unknownPiece, [state]: day });
            for (const { day: changed, state: of, change } of countChanges(known, next))
              totals.set(`${of} ${changed}`, (totals.get(`${of} ${changed}`) ?? 0) + change);
            known = next;
          }
          expect(known).toEqual(piece(...events));
          const counted = Object.entries(countedDays(known)).flatMap(([state, day]) =>
            day === null ? [] : [[`${state} ${day}`, 1]],
          );
          const changed = [...totals].filter(([, total]) => total !== 0);
          expect(Object.fromEntries(changed)).toEqual(Object.fromEntries(counted));
        },
      ),
    );
  });
});

const curve = (...counts: string[]): DayOfPieces[] =>
  counts.map((text, index) => {
    const [entered, delivered] = text.split('/').map(Number) as [number, number];
    return { day: days[index] as string, entered, near: 0, delivered, returned: 0 };
  });

describe('day of delivery by the pieces', () => {
  it.each<[name: string, days: DayOfPieces[], quantity: number | null, day: string | null]>([
    [
      'the day on which half of those entered are delivered',
      curve('100/0', '0/30', '0/20', '0/50'),
      100,
      days[2],
    ],
    ['a day on which exactly half are', curve('10/0', '0/5'), 10, days[1]],
    ['not one of less than half', curve('11/0', '0/5'), 11, null],
    ['the first such day, although more enter later', curve('40/0', '0/20', '60/0', '0/80'), 100, days[1]],
    ['not before a fifth of the quantity has entered', curve('19/19', '1/0', '80/0'), 100, days[1]],
    ['none when less than a fifth has', curve('19/19'), 100, null],
    ['none of an unknown quantity', curve('100/100'), null, null],
    ['none of a quantity of 0', curve('1/1'), 0, null],
    ['none without pieces', [], 100, null],
  ])('is %s', (_name, counts, quantity, day) => {
    expect(deliveryDayOf(counts, quantity)).toBe(day);
    expect(deliveryDayOf(counts.toReversed(), quantity)).toBe(day);
  });
});

describe('a mailing', () => {
  it('ships on the first day on which a piece entered', () => {
    expect(firstEntered(curve('0/0', '3/0', '9/1').toReversed())).toBe(days[1]);
    expect(firstEntered([])).toBeNull();
  });

  it('uses the feed’s day, otherwise the day of its pieces', () => {
    expect(daySource('2026-03-02', '2026-03-01')).toBe('feed');
    expect(daySource(null, '2026-03-01')).toBe('pieces');
    expect(daySource(null, null)).toBeNull();
  });

  it('counts unseen pieces, never below zero, and none without a quantity', () => {
    const counts = { entered: 90, near: 40, delivered: 20, returned: 3 };
    expect(notSeen(counts, 100)).toBe(10);
    expect(notSeen(counts, 80)).toBe(0);
    expect(notSeen(counts, null)).toBeNull();
  });
});

describe('describes a mailing’s pieces in words', () => {
  const counts = { entered: 10_860, near: 9000, delivered: 8120, returned: 112 };
  it.each<[counts: typeof counts, quantity: number | null, text: string]>([
    [counts, 11_500, '8,120 of 11,500 delivered (estimated), 112 returned, 640 not seen yet'],
    [counts, 10_860, '8,120 of 10,860 delivered (estimated), 112 returned'],
    [counts, 10_000, '8,120 of 10,860 delivered (estimated), 112 returned'],
    [{ ...counts, returned: 0 }, null, '8,120 of 10,860 delivered (estimated)'],
  ])('%j of %s are %s', (some, quantity, text) => {
    expect(piecesText(some, quantity)).toBe(text);
  });

  it('adds up by day, including days without pieces', () => {
    const [monday, , wednesday] = curve('3/0', '0/0', '2/4');
    expect(piecesOverTime([monday, wednesday].filter((day) => day !== undefined))).toEqual([
      { day: days[0], entered: 3, near: 0, delivered: 0, returned: 0 },
      { day: days[1], entered: 3, near: 0, delivered: 0, returned: 0 },
      { day: days[2], entered: 5, near: 0, delivered: 4, returned: 0 },
    ]);
    expect(piecesOverTime([])).toEqual([]);
  });
});
