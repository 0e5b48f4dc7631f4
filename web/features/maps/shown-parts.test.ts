import { expect, test } from 'vitest';
import {
  areaShown,
  areasShown,
  isZoneShown,
  listShown,
  toggleArea,
  toggleList,
  toggleOne,
  toggleZone,
} from './shown-parts.ts';

const area = { id: 'a', zones: [{ id: 'a1' }, { id: 'a2' }] };
const whole = { id: 'b', zones: [] };

test.each([
  [area, [], 'none'],
  [area, ['a1'], 'some'],
  [area, ['a1', 'a2'], 'all'],
  [area, ['a'], 'all'],
  [area, ['b', 'b1'], 'none'],
  [whole, [], 'none'],
  [whole, ['b'], 'all'],
] as const)('of %o with %o shown, %s is shown', (parts, shown, state) => {
  expect(areaShown(parts, new Set(shown))).toBe(state);
});

test.each([
  [[], 'none'],
  [['a'], 'some'],
  [['a1', 'b'], 'some'],
  [['a', 'b'], 'all'],
] as const)('of all areas with %o shown, %s is shown', (shown, state) => {
  expect(areasShown([area, whole], new Set(shown))).toBe(state);
});

test.each([
  ['shows all of an area', area, [], ['a']],
  ['shows the rest of an area', area, ['a1', 'b'], ['a', 'b']],
  ['hides a shown area', area, ['a', 'b'], ['b']],
  ['hides an area without zones', whole, ['a1', 'b'], ['a1']],
] as const)('the checkbox of an area %s', (_, parts, shown, next) => {
  expect([...toggleArea(parts, new Set(shown))].toSorted()).toEqual(next);
});

test.each([
  ['shows a zone', ['b'], ['a1', 'b']],
  ['hides a zone', ['a1', 'b'], ['b']],
  ['hides one zone of a shown area', ['a'], ['a2']],
  ['shows the area with its last zone', ['a2'], ['a']],
] as const)('the checkbox of a zone %s', (_, shown, next) => {
  expect([...toggleZone(area, 'a1', new Set(shown))].toSorted()).toEqual(next);
});

test('shows a zone with its area', () => {
  expect(isZoneShown('a', 'a1', new Set())).toBe(false);
  expect(isZoneShown('a', 'a1', new Set(['a1']))).toBe(true);
  expect(isZoneShown('a', 'a1', new Set(['a']))).toBe(true);
});

test('shows and hides a whole list by one checkbox', () => {
  const ids = ['x', 'y'];
  expect(listShown([], new Set(['x']))).toBe('all');
  expect(listShown(ids, new Set(['x']))).toBe('some');
  expect([...toggleList(ids, new Set(['x']))]).toEqual([]);
  expect([...toggleList(ids, new Set())]).toEqual(['x', 'y']);
  expect([...toggleOne('x', new Set(['x', 'z']))]).toEqual(['z']);
  expect([...toggleOne('x', new Set(['z']))]).toEqual(['z', 'x']);
});
