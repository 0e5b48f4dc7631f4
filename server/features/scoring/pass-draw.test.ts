import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawPass, type PassDraw } from './pass-draw.ts';

function choose(percent: number, saves: number, random: () => number): boolean[] {
  let known: PassDraw | null = null;
  return Array.from({ length: saves }, () => {
    const { isChosen, draw } = drawPass(known, percent, random);
    known = draw;
    return isChosen;
  });
}

test('chooses one of each 20 saves at 5 %, at any place', () => {
  const chosen = choose(5, 20_000, Math.random);
  const places = new Set<number>();
  for (let part = 0; part < 1000; part++) {
    const inPart = chosen.slice(part * 20, (part + 1) * 20);
    expect(inPart.filter(Boolean)).toHaveLength(1);
    places.add(inPart.indexOf(true));
  }
  expect(places.size).toBe(20);
});

test('keeps any share to one save', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 100, noNaN: true }),
      fc.infiniteStream(random),
      (percent, stream) => {
        const saves = 400;
        const chosen = choose(percent, saves, () => stream.next().value as number).filter(Boolean).length;
        expect(Math.abs(chosen - (saves * percent) / 100)).toBeLessThanOrEqual(2);
      },
    ),
  );
});

test('chooses all at 100 % and none at 0', () => {
  expect(choose(100, 50, Math.random).every(Boolean)).toBe(true);
  expect(choose(0, 50, Math.random).some(Boolean)).toBe(false);
});

test('begins again with another percentage', () => {
  const known = { percent: 20, saves: 3, place: 3.5, partEnd: 5 };
  expect(drawPass(known, 5, () => 0.5).draw).toEqual({ percent: 5, saves: 1, place: 10, partEnd: 20 });
});
