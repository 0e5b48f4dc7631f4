import { contrast } from '@mailcall/contract/rules/contrast.ts';
import { expect, test } from 'vitest';
import { shadesOf } from './brand-shades.ts';

test('keeps a dark color unchanged', () => {
  expect(shadesOf('#004e8a')[7]).toBe('#004e8a');
});

test.each(['#ffdd00', '#00c2a8', '#ff6600', '#ffffff', '#b5006e', '#004e8a'])(
  'keeps buttons and links legible for %s',
  (primary) => {
    const shades = shadesOf(primary);
    expect(contrast(shades[7], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades[6], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    // links, in light and in dark
    expect(contrast(shades[8], '#fafafb')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades[2], '#1f2024')).toBeGreaterThanOrEqual(4.5);
    // current entry of the menu
    expect(contrast(shades[8], shades[1])).toBeGreaterThanOrEqual(4.5);
  },
);
