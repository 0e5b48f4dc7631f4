import { describe, expect, test } from 'vitest';
import { evenLinesOf, type Face, linesOf, widthOf } from './drawn-text.ts';

describe('draws a line of text', () => {
  test('has the length of its size in each face', () => {
    const widths = (['display', 'text', 'strong'] as const satisfies Face[]).map((face) => {
      const [small, large] = [12, 48].map((size) => widthOf('Now welcoming new patients', { face, size }));
      expect(large).toBeCloseTo(4 * (small as number));
      return small;
    });
    expect(new Set(widths).size).toBe(widths.length);
  });

  test('grows by the space between letters', () => {
    const style = { face: 'strong', size: 10 } as const;
    expect(widthOf('CALL', { ...style, spacing: 0.1 }) - widthOf('CALL', style)).toBeCloseTo(3);
  });
});

test('breaks text into fitting lines, then evens them out', () => {
  const style = { face: 'text', size: 20 } as const;
  const content = 'Call today for an appointment next week';
  const width = widthOf('Call today for an appointment next', style);
  expect(linesOf(content, style, width)).toEqual(['Call today for an appointment next', 'week']);
  expect(evenLinesOf(content, style, width)).toEqual(['Call today for an', 'appointment next week']);
});
