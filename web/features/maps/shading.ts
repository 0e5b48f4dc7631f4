import type { ZonePerformance } from '@mailcall/contract/maps.ts';
import type { Shading } from './maps-address.ts';

/** The results per thousand pieces by which zones are shaded. */
export const perThousand = (zone: ZonePerformance, shading: Shading): number =>
  shading === 'leads' ? zone.leadsPerThousand : zone.appointmentsPerThousand;

/** How many shades there are, from few to many. */
export const shadeCount = 5;

/** The distances between shades that are easy to read, times a power of ten. */
const roundSteps = [1, 2, 2.5, 5, 10];

/** The smallest round number that is at least a value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  // a tolerance, because 0.3 / 0.1 is 2.9999999999999996
  const step = roundSteps.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(6));
}

/**
 * The lower limits of the shades, of equal and round widths, so that the largest value has the last one; with all values
 * zero, one shade.
 */
export function shadeLimits(values: readonly number[]): number[] {
  const largest = Math.max(0, ...values);
  if (largest === 0) return [0];
  const width = Math.max(0.1, roundUp(largest / shadeCount));
  const count = Math.min(shadeCount, Math.floor(largest / width + 1e-9) + 1);
  return Array.from({ length: count }, (_, index) => Number((index * width).toPrecision(6)));
}

/** The shade of a value: the index of its limit. */
export const shadeOf = (value: number, limits: readonly number[]): number =>
  Math.max(
    0,
    limits.findLastIndex((limit) => value >= limit),
  );

const one = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** The legend of a shade: '2 to 4', and '8 or more' for the last one. */
export function shadeText(index: number, limits: readonly number[]): string {
  const from = limits[index] ?? 0;
  const to = limits[index + 1];
  if (limits.length === 1) return one(from);
  if (to === undefined) return `${one(from)} or more`;
  return index === 0 ? `less than ${one(to)}` : `${one(from)} to ${one(to)}`;
}

/** From few to many, readable on the light and on the dark map. */
export const shadeColors = {
  light: ['#d0e3fb', '#9cc4f5', '#609fe6', '#2a72c6', '#0b4285'],
  dark: ['#1d3a5c', '#2a5a8f', '#3f80c4', '#6fabe8', '#b3d6fb'],
} as const;
