import { expect, test } from 'vitest';
import { outputInOrder } from './output-in-order.ts';

test('shows the first output at once and holds the others back until their turn', () => {
  const shown: string[] = [];
  const [first, second, third] = outputInOrder(3, (text) => shown.push(text));
  third?.write('c1');
  second?.write('b1');
  first?.write('a1');
  expect(shown).toEqual(['a1']);
  third?.end();
  first?.write('a2');
  first?.end();
  expect(shown).toEqual(['a1', 'a2', 'b1']);
  second?.write('b2');
  expect(shown).toEqual(['a1', 'a2', 'b1', 'b2']);
  second?.end();
  expect(shown).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
});
