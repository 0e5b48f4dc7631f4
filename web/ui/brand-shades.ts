import type { MantineColorsTuple } from '@mantine/core';

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** Contrast of text required by WCAG AA. */
const minContrast = 4.5;

function rgbOf(hex: string): Rgb {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

const hexOf = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = ([red, green, blue]: Rgb, other: Rgb, share: number): Rgb => [
  red + (other[0] - red) * share,
  green + (other[1] - green) * share,
  blue + (other[2] - blue) * share,
];

/** Relative luminance by WCAG 2, 0 to 1. */
function luminance(color: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** Contrast of two `#rrggbb` colors by WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Darkens a color until white text on it, and the color on white, are legible. */
function darkenUntilLegible(color: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const darker = mix(color, black, share);
    if (contrast(hexOf(darker), '#ffffff') >= minContrast) return darker;
  }
  return black;
}

/** Shades of a provider's `#rrggbb` color, from near white to near black; shade 7 is the color itself. */
export function shadesOf(primary: string): MantineColorsTuple {
  const base = darkenUntilLegible(rgbOf(primary));
  const tint = (share: number) => hexOf(mix(base, white, share));
  const shade = (share: number) => hexOf(mix(base, black, share));
  return [
    tint(0.95),
    tint(0.86),
    tint(0.72),
    tint(0.55),
    tint(0.38),
    tint(0.22),
    // filled shade of the dark scheme, which also has white text
    [0.1, 0.05].map(tint).find((lighter) => contrast(lighter, '#ffffff') >= minContrast) ?? hexOf(base),
    hexOf(base),
    shade(0.2),
    shade(0.4),
  ];
}
