type Rgb = readonly [red: number, green: number, blue: number];

const white = '#ffffff';
/** Contrast of text required by WCAG AA. */
export const minContrast = 4.5;

function rgbOf(hex: string): Rgb {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

const hexOf = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param share 0 for `color`, 1 for `other` */
export function mixedColor(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)];
  const mixed = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf([mixed(0), mixed(1), mixed(2)]);
}

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
export function darkenedColor(color: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const darker = mixedColor(color, '#000000', share);
    if (contrast(darker, white) >= minContrast) return darker;
  }
  return '#000000';
}
