import type { ZonePerformance } from '@mailcall/contract/maps.ts';
import { expect, test } from 'vitest';
import { coloredShades, shadeColor, shadeText } from './shading.ts';

const zones = (leads: readonly number[]) =>
  leads.map((leadsPerThousand) => ({ leadsPerThousand, appointmentsPerThousand: 0 }) as ZonePerformance);
const [faintest, , , , strongest] = ['#d0e3fb', '#9cc4f5', '#609fe6', '#2a72c6', '#0b4285'];

test.each([
  ['nothing is faint', [0, 0], [faintest]],
  ['the only result is strong', [3], [strongest]],
  ['nothing is faint beside a strong result', [0, 3], [faintest, strongest]],
])('%s', (_, leads, colors) => {
  expect(coloredShades(zones(leads), 'leads', 'light').map(({ color }) => color)).toEqual(colors);
});

test('colors a zone by its results, and not at all without any', () => {
  const all = zones([0, 1, 2, 3, 40]);
  const shades = coloredShades(all, 'leads', 'light');
  const colors = all.map((zone) => shadeColor(zone, 'leads', shades));
  expect(new Set(colors).size).toBe(5);
  expect([colors[0], colors[4]]).toEqual([faintest, strongest]);
  expect(shadeColor(undefined, 'leads', shades)).toBeNull();
  expect(shades.map(shadeText)).toEqual(['0.0', '1.0', '2.0', '3.0', '40.0']);
  expect(shadeText({ from: 2.5, to: 1250 })).toBe('2.5 to 1,250.0');
});
