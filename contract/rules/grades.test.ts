import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bandOfGrade,
  type Grade,
  type GradeBand,
  gradeBands,
  gradeOfHoldTime,
  gradeOfPercent,
  gradeOfShare,
  gradeSchema,
  gradingOf,
  holdTimeText,
} from './grades.ts';
import { percent } from './rates.ts';

const bands = Object.keys(gradeBands) as GradeBand[];
const grades: readonly Grade[] = ['A', 'B', 'C', 'D'];
const place = (grade: Grade) => grades.indexOf(grade);

describe('band limits of each card', () => {
  test.each<[GradeBand, percent: number, Grade]>([
    ['staffPanel', 100, 'A'],
    ['staffPanel', 85, 'A'],
    ['staffPanel', 84, 'B'],
    ['staffPanel', 70, 'B'],
    ['staffPanel', 69, 'C'],
    ['staffPanel', 30, 'C'],
    ['staffPanel', 29, 'D'],
    ['staffPanel', 0, 'D'],
    ['asked', 100, 'A'],
    ['asked', 86, 'A'],
    ['asked', 85, 'B'],
    ['asked', 70, 'B'],
    ['asked', 69, 'C'],
    ['asked', 60, 'C'],
    ['asked', 59, 'D'],
    ['asked', 0, 'D'],
    ['pricing', 85, 'A'],
    ['pricing', 84, 'B'],
    ['pricing', 70, 'B'],
    ['pricing', 69, 'C'],
    ['pricing', 30, 'C'],
    ['pricing', 29, 'D'],
    ['hold', 85, 'A'],
    ['hold', 84, 'B'],
    ['hold', 70, 'B'],
    ['hold', 69, 'C'],
    ['hold', 30, 'C'],
    ['hold', 29, 'D'],
  ])('%s: %d percent is %s', (band, rate, grade) => {
    expect(gradeOfPercent(band, rate)).toBe(grade);
  });

  test.each([
    [0, 'A'],
    [30, 'A'],
    [30.4, 'A'],
    [30.5, 'B'],
    [31, 'B'],
    [60, 'B'],
    [61, 'C'],
    [120, 'C'],
    [121, 'D'],
    [3600, 'D'],
  ] as const)('an average hold of %d seconds is %s', (seconds, grade) => {
    expect(gradeOfHoldTime(seconds)).toBe(grade);
  });
});

test.each([
  ['asked', '86–100, 70–85, 60–69, 0–59'],
  ['staffPanel', '85–100, 70–84, 30–69, 0–29'],
  ['pricing', '85–100, 70–84, 30–69, 0–29'],
  ['hold', '85–100, 70–84, 30–69, 0–29'],
  ['hold time', '0–30 secs, 31–60 secs, 61–120 secs, over 120 secs'],
] as const)('the grades of %s say %s', (grading, texts) => {
  expect(gradeSchema.options.map((grade) => bandOfGrade(grading, grade)).join(', ')).toBe(texts);
});

test.each(bands)('%s: each percent is in the band that its grade says', (name) => {
  for (let rate = 0; rate <= 100; rate++) {
    const [from, to] = bandOfGrade(name, gradeOfPercent(name, rate)).split('–').map(Number);
    expect(rate).toBeGreaterThanOrEqual(from ?? 101);
    expect(rate).toBeLessThanOrEqual(to ?? -1);
  }
});

test.each([
  ['by-card', 'staffPanel', 'staffPanel'],
  ['by-card', 'hold time', 'hold time'],
  ['one', 'staffPanel', 'asked'],
  ['one', 'pricing', 'asked'],
  ['one', 'hold', 'asked'],
  ['one', 'asked', 'asked'],
  ['one', 'hold time', 'hold time'],
] as const)('grades %s: %s has the bands of %s', (mode, card, grading) => {
  expect(gradingOf(card, mode)).toBe(grading);
});

test.each(bands)('%s: the grade is A when nothing was counted', (band) => {
  expect(gradeOfPercent(band, null)).toBe('A');
  expect(gradeOfShare(band, 0, 0)).toBe('A');
});

test('grades A without a hold', () => {
  expect(gradeOfHoldTime(null)).toBe('A');
});

const band = fc.constantFrom(...bands);
const rate = fc.nat(1000);

test('never grades a higher percent worse', () => {
  fc.assert(
    fc.property(band, rate, rate, (name, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(place(gradeOfPercent(name, high))).toBeLessThanOrEqual(place(gradeOfPercent(name, low)));
    }),
  );
});

test('never grades a longer hold better', () => {
  const seconds = fc.double({ min: 0, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(seconds, seconds, (one, other) => {
      const [short, long] = [Math.min(one, other), Math.max(one, other)];
      expect(place(gradeOfHoldTime(short))).toBeLessThanOrEqual(place(gradeOfHoldTime(long)));
    }),
  );
});

test('grades a share by its displayed percent', () => {
  fc.assert(
    fc.property(band, fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (name, whole, some) => {
      const part = some % (whole + 1);
      expect(gradeOfShare(name, part, whole)).toBe(gradeOfPercent(name, percent(part, whole)));
    }),
  );
});

test('keeps the grade when both counts are multiplied', () => {
  fc.assert(
    fc.property(
      band,
      fc.integer({ min: 1, max: 500 }),
      fc.nat(500),
      fc.integer({ min: 1, max: 50 }),
      (name, whole, some, times) => {
        const part = some % (whole + 1);
        expect(gradeOfShare(name, part * times, whole * times)).toBe(gradeOfShare(name, part, whole));
      },
    ),
  );
});

describe('text of a hold time', () => {
  test.each([
    [0, '0 secs'],
    [0.4, '0 secs'],
    [0.5, '1 sec'],
    [1, '1 sec'],
    [2, '2 secs'],
    [59, '59 secs'],
    [59.5, '1 min'],
    [60, '1 min'],
    [61, '1 min and 1 sec'],
    [65, '1 min and 5 secs'],
    [120, '2 mins'],
    [125, '2 mins and 5 secs'],
    [3600, '1 hour'],
    [3601, '1 hour and 1 sec'],
    [3660, '1 hour and 1 min'],
    [3661, '1 hour, 1 min and 1 sec'],
    [7325, '2 hours, 2 mins and 5 secs'],
    [-4, '0 secs'],
  ])('%d seconds are %j', (seconds, text) => {
    expect(holdTimeText(seconds)).toBe(text);
  });

  const unitOf = { hour: 3600, hours: 3600, min: 60, mins: 60, sec: 1, secs: 1 } as const;
  const parts = (text: string) =>
    text.split(/, | and /).map((part) => {
      const [count, unit] = part.split(' ') as [string, keyof typeof unitOf];
      return { count: Number(count), unit, seconds: Number(count) * unitOf[unit] };
    });

  test('adds up to the rounded seconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (seconds) => {
        const sum = parts(holdTimeText(seconds)).reduce((total, part) => total + part.seconds, 0);
        expect(sum).toBe(Math.round(seconds));
      }),
    );
  });

  test('uses singular and plural, skips empty parts and puts "and" before the last part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seconds) => {
        const text = holdTimeText(seconds);
        for (const { count, unit } of parts(text)) {
          expect(count).toBeGreaterThan(0);
          expect(unit.endsWith('s')).toBe(count !== 1);
        }
        expect(text).toMatch(/^\d+ \w+(, \d+ \w+)?( and \d+ \w+)?$/);
        if (parts(text).length > 1) expect(text).toContain(' and ');
      }),
    );
  });
});
