import { contrast, darkenedColor, minContrast, mixedColor } from '@mailcall/contract/rules/contrast.ts';
import type { MantineColorsTuple } from '@mantine/core';

const white = '#ffffff';

/** Shades of a provider's `#rrggbb` color, from near white to near black; shade 7 is the color itself. */
export function shadesOf(primary: string): MantineColorsTuple {
  const base = darkenedColor(primary);
  const tint = (share: number) => mixedColor(base, white, share);
  const shade = (share: number) => mixedColor(base, '#000000', share);
  return [
    tint(0.95),
    tint(0.86),
    tint(0.72),
    tint(0.55),
    tint(0.38),
    tint(0.22),
    // filled shade of the dark scheme, which also has white text
    [0.1, 0.05].map(tint).find((lighter) => contrast(lighter, white) >= minContrast) ?? base,
    base,
    shade(0.2),
    shade(0.4),
  ];
}
