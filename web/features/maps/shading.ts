import type { ZonePerformance } from '@mailcall/contract/maps.ts';
import { maxShades, type Shade, shadeIndex, shadesOf } from '@mailcall/contract/rules/shades.ts';
import type { Shading } from './maps-address.ts';

export interface ColoredShade extends Shade {
  /** '#rrggbb'. */
  color: string;
}

/** Shades from few to many, readable on light and dark maps. */
const shadeColors = {
  light: ['#d0e3fb', '#9cc4f5', '#609fe6', '#2a72c6', '#0b4285'],
  dark: ['#1d3a5c', '#2a5a8f', '#3f80c4', '#6fabe8', '#b3d6fb'],
} as const;

export const unshadedColor = { light: '#9aa0ab', dark: '#6d717d' } as const;

const perThousand = (zone: ZonePerformance, shading: Shading): number =>
  shading === 'leads' ? zone.leadsPerThousand : zone.appointmentsPerThousand;

/** Shades of zones' results, from few to many. Zero is faintest; if there are few shades, they are the strongest ones. */
export function coloredShades(
  zones: Iterable<ZonePerformance>,
  by: Shading,
  scheme: 'light' | 'dark',
): ColoredShade[] {
  const shades = shadesOf([...zones].map((zone) => perThousand(zone, by)));
  const colors = shadeColors[scheme];
  return shades.map((shade, index) => ({
    ...shade,
    color: colors[shade.from === 0 ? 0 : maxShades - shades.length + index] ?? colors[0],
  }));
}

export const shadeColor = (
  zone: ZonePerformance | undefined,
  by: Shading,
  shades: readonly ColoredShade[],
): string | null => (zone && shades[shadeIndex(perThousand(zone, by), shades)]?.color) ?? null;

export const perThousandText = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const shadeText = ({ from, to }: Shade): string =>
  from === to ? perThousandText(from) : `${perThousandText(from)} to ${perThousandText(to)}`;
