import type { ZonePerformance } from '@mailcall/contract/maps.ts';
import type { Shading } from './maps-address.ts';
import { perThousand, shadeColors, shadeCount, shadeLimits, shadeOf } from './shading.ts';

/** The colors of shades and where each begins. */
export interface ShadeScale {
  /** The lower limit of each shade, per thousand pieces. */
  limits: readonly number[];
  /** '#rrggbb' of each shade. */
  colors: readonly string[];
}

/** Zones without a counted mailing. */
export const unshadedColor = { light: '#9aa0ab', dark: '#6d717d' } as const;

/** The scale for the results of zones. With few shades they are the strongest ones. */
export function shadeScale(
  zones: Iterable<ZonePerformance>,
  by: Shading,
  scheme: 'light' | 'dark',
): ShadeScale {
  const limits = shadeLimits([...zones].map((zone) => perThousand(zone, by)));
  return { limits, colors: shadeColors[scheme].slice(shadeCount - limits.length) };
}

/** The color of a zone's results; null for a zone without any. */
export function shadeColor(
  zone: ZonePerformance | undefined,
  by: Shading,
  { limits, colors }: ShadeScale,
): string | null {
  return zone ? (colors[shadeOf(perThousand(zone, by), limits)] ?? null) : null;
}
