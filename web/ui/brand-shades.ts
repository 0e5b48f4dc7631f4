import type { MantineColorsTuple } from '@mantine/core';

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** What WCAG AA asks of text against what is behind it. */
const legible = 4.5;

function rgbOf(hex: string): Rgb {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

const hexOf = (colour: Rgb) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** A colour with a share (0 to 1) of another in it. */
const mixed = ([red, green, blue]: Rgb, other: Rgb, share: number): Rgb => [
  red + (other[0] - red) * share,
  green + (other[1] - green) * share,
  blue + (other[2] - blue) * share,
];

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
function luminance(colour: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

/** Contrast of two colours as WCAG 2 defines it, 1 to 21; both as `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, darkened as far as white text on it, and itself as text on white, needs to be legible. */
function legibleOnWhite(colour: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const darker = mixed(colour, black, share);
    if (contrast(hexOf(darker), '#ffffff') >= legible) return darker;
  }
  return black;
}

/** The shades of a provider's colour (`#rrggbb`), from near white to near black; shade 7 is the colour itself. */
export function shadesOf(primary: string): MantineColorsTuple {
  const base = legibleOnWhite(rgbOf(primary));
  const tint = (share: number) => hexOf(mixed(base, white, share));
  const shade = (share: number) => hexOf(mixed(base, black, share));
  return [
    tint(0.95),
    tint(0.86),
    tint(0.72),
    tint(0.55),
    tint(0.38),
    tint(0.22),
    // what is filled in dark mode: white text stands on it as well
    [0.1, 0.05].map(tint).find((lighter) => contrast(lighter, '#ffffff') >= legible) ?? hexOf(base),
    hexOf(base),
    shade(0.2),
    shade(0.4),
  ];
}
